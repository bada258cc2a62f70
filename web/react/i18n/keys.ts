import type { AnswerKey } from "./answer.ts";
import type { CommonKey } from "./common.ts";
import type { SearchKey } from "./search.ts";
import type { SignalKey } from "./signal.ts";
import type { StateKey } from "./state.ts";
import type { Message } from "./translator.ts";
import type { WebKey } from "./web.ts";

export type MessageKey = CommonKey | SearchKey | WebKey | AnswerKey | SignalKey | StateKey;

/** Replacements of single messages, in whatever language the host speaks. */
export type Messages = Readonly<Partial<Record<MessageKey, Message>>>;

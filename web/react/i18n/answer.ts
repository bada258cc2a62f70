import type { Catalog } from "./translator.ts";

/** Apart from the web card's messages: it comes with the Markdown chunk. */
export type AnswerKey = "citation";

export const answerMessages: Catalog<AnswerKey> = {
  en: { citation: "Result {number}" },
  "zh-CN": { citation: "结果 {number}" },
};

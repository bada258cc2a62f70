// sonde/adapters: Sonde in other people's tool and chat frameworks. Their
// packages are not imported: their types are met by structure.

export { type AiSdkTool, type AiSdkTools, type ToolHost, toAiSdkTools } from "./ai-sdk-tools.ts";
export { type CardPart, type CardPartState, toCardPart } from "./card-part.ts";

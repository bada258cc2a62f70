// sonde/react: cards for tool results. Import "sonde/react/styles.css" once.
export { CardProvider, type CardSettings, type OpenTarget } from "./CardProvider.tsx";
export type { CardLook } from "./frame/CardFrame.tsx";
export type { MessageKey, Messages } from "./i18n/keys.ts";
export { SearchCard, type SearchCardProps } from "./search/SearchCard.tsx";
export type { SearchCounts, SearchGroup, SearchPath } from "./search/search-model.ts";
export { type SearchCardModel, useSearchCard } from "./search/use-search-card.ts";
export { SignalCard, type SignalCardProps } from "./signal/SignalCard.tsx";
export type { NextRequest } from "./signal/signal-facts.ts";
export type { CardProgress } from "./state/StateCard.tsx";
export { ToolCard, type ToolCardProps } from "./ToolCard.tsx";
export type { HighlightToken } from "./text/segments.ts";
export { type StatusKind, useWebCard, type WebCardModel, type WebSourceModel } from "./web/use-web-card.ts";
export { WebCard, type WebCardProps } from "./web/WebCard.tsx";

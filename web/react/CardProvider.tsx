"use client";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { SafeLink } from "../presentation/types.ts";
import type { Messages } from "./i18n/keys.ts";
import { type Catalog, safeLocale, type Translate, translator } from "./i18n/translator.ts";
import type { HighlightToken } from "./text/segments.ts";

/** 1-based line and column; the column counts UTF-16 units. */
export type OpenTarget = { path: string; line: number; column: number };

export type CardSettings = {
  /** BCP 47 tag. English and Chinese are built in; for others pass `messages`. Default "en". */
  locale?: string;
  messages?: Messages;
  /** Default: the page's own `color-scheme`. */
  theme?: "light" | "dark";
  /** Tokens of one line, ascending. Called while rendering: keep it pure and fast. */
  highlighter?: (line: string, path: string) => readonly HighlightToken[];
  onOpen?: (target: OpenTarget) => void;
  /** Address of a line in an editor or forge; `line` is absent for a path that was listed as a whole. */
  hrefFor?: (place: { path: string; line?: number }) => string | undefined;
  /** Lets absolute paths and paths with `..` be opened and linked too. */
  allowOutsidePaths?: boolean;
  /** Whether a web address that is safe as such may be a link. Default: yes. */
  linkPolicy?: (link: SafeLink) => boolean;
  /** Address of a host's icon. Without it nothing is requested. Gets the host only, never the page. */
  favicon?: (host: string) => string | undefined;
  /** IANA time zone of dates that carry a time. Default "UTC", the same on server and client. */
  timeZone?: string;
  /** The present, in ms, to say how long ago a source was published. Default: dates only. */
  now?: number;
  /** The host's file tree revision: an older result is marked stale. */
  currentRevision?: number;
  /** Level of the cards' headings. Default 3. */
  headingLevel?: 2 | 3 | 4 | 5 | 6;
};

const SettingsContext = createContext<CardSettings>({});

/** Settings for all cards below; an inner provider changes only what it names. Adds no element. */
export function CardProvider({ children, ...settings }: CardSettings & { children?: ReactNode }) {
  const outer = useContext(SettingsContext);
  const merged = { ...outer, ...settings };
  // One object as long as no setting changes, so that memoised rows stay.
  const value = useMemo(() => merged, Object.values(withDefaults(merged)));
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>;
}

/** Every setting in a fixed order: a dependency list of constant length. */
function withDefaults(settings: CardSettings): Record<keyof CardSettings, unknown> {
  return {
    locale: settings.locale,
    messages: settings.messages,
    theme: settings.theme,
    highlighter: settings.highlighter,
    onOpen: settings.onOpen,
    hrefFor: settings.hrefFor,
    allowOutsidePaths: settings.allowOutsidePaths,
    linkPolicy: settings.linkPolicy,
    favicon: settings.favicon,
    timeZone: settings.timeZone,
    now: settings.now,
    currentRevision: settings.currentRevision,
    headingLevel: settings.headingLevel,
  };
}

export function useCardSettings(): CardSettings {
  return useContext(SettingsContext);
}

/** The locale for Intl. */
export function useLocale(): string {
  return safeLocale(useCardSettings().locale ?? "en");
}

export function useTranslate<Key extends string>(catalog: Catalog<Key>): Translate<Key> {
  const { messages } = useCardSettings();
  const locale = useLocale();
  return useMemo(() => translator(catalog, locale, messages), [catalog, locale, messages]);
}

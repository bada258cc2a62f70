// Human-facing text only: nothing here ever reaches a model.

/** A message, or its forms by Intl.PluralRules category of `{count}`. Placeholders stand in braces. */
export type Message = string | { one?: string; other: string };

export type BuiltInLocale = "en" | "zh-CN";
export type Catalog<Key extends string> = Readonly<Record<BuiltInLocale, Readonly<Record<Key, Message>>>>;
export type MessageOverrides = Readonly<{ [key: string]: Message | undefined }>;
export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** The built-in messages that fit a BCP 47 tag: Chinese in any form, else English. */
export function builtInLocale(locale: string): BuiltInLocale {
  return /^zh\b/i.test(locale) ? "zh-CN" : "en";
}

/** `locale` if Intl knows it as a well-formed tag, else English: a wrong tag must not break a card. */
export const safeLocale = perLocale((locale) => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
});

// Making an Intl object costs more than drawing a row.
const pluralRules = perLocale((locale) => new Intl.PluralRules(locale));
const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale));

/** Remembers one value a locale; a page has few of them. */
function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (locale) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}

export function translator<Key extends string>(
  catalog: Catalog<Key>,
  locale: string,
  overrides: MessageOverrides = {},
): Translate<Key> {
  const messages = catalog[builtInLocale(locale)];
  return (key, values = {}) => {
    const message = overrides[key] ?? messages[key];
    const text = typeof message === "string" ? message : pluralForm(message, locale, values.count);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === "number" ? formatNumber(value, locale) : value;
    });
  };
}

function pluralForm(message: { one?: string; other: string }, locale: string, count: unknown): string {
  const isOne = typeof count === "number" && pluralRules(locale).select(count) === "one";
  return (isOne ? message.one : undefined) ?? message.other;
}

export function formatNumber(value: number, locale: string): string {
  return numberFormat(locale).format(value);
}

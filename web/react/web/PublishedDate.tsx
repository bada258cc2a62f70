"use client";
import { useCardSettings, useLocale } from "../CardProvider.tsx";
import { VisibleText } from "../text/VisibleText.tsx";

const dayMs = 86_400_000;

/** An ISO date in the reader's language; whatever else a provider sent, word for word. */
export function PublishedDate({ text }: { text: string }) {
  const { timeZone = "UTC", now } = useCardSettings();
  const locale = useLocale();
  const time = /^\d{4}-\d\d-\d\d(?:T.+)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    return (
      <span className="sonde-date">
        <VisibleText text={text} />
      </span>
    );
  }
  // A day has no time, so no time zone may turn it into the day before.
  const date = formatDate(time, locale, text.length > 10 ? timeZone : "UTC");
  const age = Math.floor(((now ?? Number.NaN) - time) / dayMs);
  const isRecent = age >= 0 && age <= 7;
  return (
    <time className="sonde-date" dateTime={text} title={date}>
      {isRecent ? new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-age, "day") : date}
    </time>
  );
}

/** In UTC when the time zone is not one: a wrong setting must not break a card. */
function formatDate(time: number, locale: string, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(time);
  } catch {
    return formatDate(time, locale, "UTC");
  }
}

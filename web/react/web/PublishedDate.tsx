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
  const date = dateFormat(locale, text.length > 10 ? timeZone : "UTC").format(time);
  const age = now === undefined ? Number.POSITIVE_INFINITY : Math.floor((now - time) / dayMs);
  const isRecent = age >= 0 && age <= 7;
  return (
    <time className="sonde-date" dateTime={text} title={isRecent ? date : undefined}>
      {isRecent ? new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-age, "day") : date}
    </time>
  );
}

function dateFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  }
}

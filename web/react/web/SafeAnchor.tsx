"use client";
import type { ReactNode } from "react";
import type { SafeLink } from "../../presentation/types.ts";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { webMessages } from "../i18n/web.ts";
import { VisibleText } from "../text/VisibleText.tsx";

/** A link out, if the address may be one; else its text. It tells the target nothing. */
export function SafeAnchor({ link, children }: { link: SafeLink; children: ReactNode }) {
  const { linkPolicy } = useCardSettings();
  if (link.href === undefined || linkPolicy?.(link) === false)
    return <span className="sonde-unlinked">{children}</span>;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow ugc" referrerPolicy="no-referrer">
      {children}
    </a>
  );
}

/** Where a link leads, in letters that can't imitate another host, and what is odd about it. */
export function HostName({ link, url }: { link: SafeLink; url: string }) {
  const t = useTranslate(webMessages);
  const oddities = link.flags.filter((flag) => flag !== "idn" || link.hostDisplay.includes("xn--"));
  return (
    <>
      <bdi className="sonde-host">
        <VisibleText text={link.hostDisplay || url} />
      </bdi>
      {oddities.map(
        (flag) =>
          // The port is read in the host.
          flag !== "port" && (
            <span key={flag} className="sonde-badge sonde-warning">
              {t(flag)}
            </span>
          ),
      )}
    </>
  );
}

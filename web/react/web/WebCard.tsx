"use client";
import { useId } from "react";
import type { WebView } from "../../presentation/types.ts";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { CardFrame, type CardLook } from "../frame/CardFrame.tsx";
import { CopyMenu } from "../frame/CopyMenu.tsx";
import { useCopy } from "../frame/use-copy.ts";
import { webMessages } from "../i18n/web.ts";
import { VisibleText } from "../text/VisibleText.tsx";
import { onOneLine } from "../text/visible.ts";
import { Answer } from "./Answer.tsx";
import { PublishedDate } from "./PublishedDate.tsx";
import { HostName, SafeAnchor } from "./SafeAnchor.tsx";
import { useWebCard, type WebCardModel, type WebSourceModel } from "./use-web-card.ts";

export type WebCardProps = CardLook & {
  view: WebView;
  /** Addresses that were fetched after the search: their results are marked. */
  readUrls?: readonly string[];
};

/** Small, but of no use until something is copied. */
const loadFormats = () => import("../../presentation/format-web.ts");

/** A web_search or web_fetch result. Requests nothing by itself. */
export function WebCard({ view, readUrls, ...look }: WebCardProps) {
  const t = useTranslate(webMessages);
  const model = useWebCard(view, readUrls === undefined ? {} : { readUrls });
  const copying = useCopy();
  const id = useId();
  const choices = [
    { label: "copyText", format: async () => (await loadFormats()).formatWeb(view, false) },
    { label: "copyMarkdown", format: async () => (await loadFormats()).formatWeb(view, true) },
    { label: "copyJson", format: () => JSON.stringify(view, null, 2) },
  ] as const;
  const isSearch = model.kind === "search";
  return (
    <CardFrame
      {...look}
      kind="web"
      title={view.title ?? t(isSearch ? "webSearch" : "webFetch")}
      summary={
        isSearch ? (
          <span className="sonde-counts">{t("results", { count: model.sources.length })}</span>
        ) : (
          <StatusBadge model={model} />
        )
      }
      actions={<CopyMenu choices={choices} copy={copying.copy} onOpen={() => loadFormats().catch(() => {})} />}
      copying={copying}
    >
      {isSearch ? (
        <>
          {model.answer?.trim() && <Answer markdown={model.answer} sourceCount={model.sources.length} id={id} />}
          {model.sources.length === 0 ? (
            <p className="sonde-empty">{t("noResults")}</p>
          ) : (
            <ol className="sonde-sources">
              {model.sources.map((source) => (
                <SourceItem key={source.number} source={source} id={`${id}s${source.number}`} />
              ))}
            </ol>
          )}
        </>
      ) : (
        <p className="sonde-page">
          <SafeAnchor link={model.link}>
            <VisibleText text={model.link.href ?? model.url} />
          </SafeAnchor>{" "}
          <HostName link={model.link} url={model.url} />
        </p>
      )}
      {model.isTruncated && (
        <div className="sonde-notes">
          <p>{t(isSearch ? "resultsCut" : "pageCut")}</p>
        </div>
      )}
    </CardFrame>
  );
}

function SourceItem({ source, id }: { source: WebSourceModel; id: string }) {
  const t = useTranslate(webMessages);
  const { favicon } = useCardSettings();
  const icon = source.link.host === "" ? undefined : favicon?.(source.link.host);
  return (
    <li className="sonde-source" id={id} tabIndex={-1}>
      {icon === undefined ? (
        <span className="sonde-monogram" aria-hidden="true">
          {monogramOf(source.link.hostDisplay)}
        </span>
      ) : (
        <img
          className="sonde-monogram"
          src={icon}
          alt=""
          width={24}
          height={24}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      )}
      <div className="sonde-source-text">
        <SafeAnchor link={source.link}>
          <VisibleText text={source.name} />
        </SafeAnchor>
        <p className="sonde-source-facts">
          <span>[{source.number}]</span>
          <HostName link={source.link} url={source.url} />
          {source.publishedAt !== undefined && <PublishedDate text={source.publishedAt} />}
          {source.isRead && <span className="sonde-badge">{t("read")}</span>}
        </p>
        {source.snippet !== undefined && (
          <p className="sonde-snippet">
            <VisibleText text={onOneLine(source.snippet)} />
          </p>
        )}
      </div>
    </li>
  );
}

/** In words and by colour, never by colour alone. */
function StatusBadge({ model }: { model: Extract<WebCardModel, { kind: "fetch" }> }) {
  const t = useTranslate(webMessages);
  return (
    <span className="sonde-badge" data-status={model.statusKind}>
      {t("status", { code: String(model.statusCode) })} · {t(`status${model.statusKind}`)}
    </span>
  );
}

function monogramOf(host: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(host.replace(/^www\./, ""))?.[0];
  return letter?.toUpperCase() ?? "?";
}

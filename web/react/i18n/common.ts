import type { Catalog } from "./translator.ts";

export type CommonKey = "copy" | "copyText" | "copyMarkdown" | "copyJson" | "copied" | "copyRefused";

export const commonMessages: Catalog<CommonKey> = {
  en: {
    copy: "Copy",
    copyText: "All as text",
    copyMarkdown: "All as Markdown",
    copyJson: "All as JSON",
    copied: "Copied",
    copyRefused: "Not copied: the browser refused. Copy by hand:",
  },
  "zh-CN": {
    copy: "复制",
    copyText: "全部复制为文本",
    copyMarkdown: "全部复制为 Markdown",
    copyJson: "全部复制为 JSON",
    copied: "已复制",
    copyRefused: "未复制：浏览器拒绝。请手动复制：",
  },
};

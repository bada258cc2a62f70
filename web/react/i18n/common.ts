import type { Catalog } from "./translator.ts";

export type CommonKey = "copy" | "copyText" | "copyMarkdown" | "copyRg" | "copyJson" | "copied" | "copyRefused";

export const commonMessages: Catalog<CommonKey> = {
  en: {
    copy: "Copy",
    copyText: "All as text",
    copyMarkdown: "All as Markdown",
    copyRg: "All as ripgrep text",
    copyJson: "All as JSON",
    copied: "Copied",
    copyRefused: "Nothing was copied: the browser refused. Copy it from here:",
  },
  "zh-CN": {
    copy: "复制",
    copyText: "全部复制为文本",
    copyMarkdown: "全部复制为 Markdown",
    copyRg: "全部复制为 ripgrep 文本",
    copyJson: "全部复制为 JSON",
    copied: "已复制",
    copyRefused: "未复制：浏览器拒绝了请求。请从这里手动复制：",
  },
};

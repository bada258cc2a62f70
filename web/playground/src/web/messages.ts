import type { Language } from "../messages.ts";
import { useLanguage } from "../Shell.tsx";

const en = {
  intro: "What an agent reads of the web. Stored pages answer until you connect your own proxy and search provider.",
  tool: "Tool",
  queries: "Queries, one a line",
  url: "Address",
  format: "Format",
  recency: "Not older than",
  any: "any time",
  day: "a day",
  week: "a week",
  month: "a month",
  year: "a year",
  run: "Run",
  next: "Next page",
  page: "Stored page",
  source: "Web",
  fixtures: "Stored pages",
  own: "Your own connection",
  privacy:
    "Addresses and keys stay in this tab: they are not stored, and go to no other address than the one beside them.",
  proxyUrl: "Proxy (the edge handler's /fetch)",
  proxyToken: "Proxy token",
  provider: "Search provider",
  none: "none",
  remote: "edge handler's /search",
  searxng: "SearXNG",
  brave: "Brave",
  tavily: "Tavily",
  providerUrl: "Provider address",
  providerKey: "Provider key or token",
  forget: "Forget it all",
  nothing: "Run a tool to see its card, its meta and its text.",
  running: "Running",
} as const;

export type WebMessage = keyof typeof en;

const chinese: Record<WebMessage, string> = {
  intro: "智能体从网络读到的内容。在你连接自己的代理和搜索服务之前，由已存储的页面应答。",
  tool: "工具",
  queries: "查询，每行一个",
  url: "地址",
  format: "格式",
  recency: "时间不早于",
  any: "不限",
  day: "一天",
  week: "一周",
  month: "一个月",
  year: "一年",
  run: "运行",
  next: "下一页",
  page: "已存储的页面",
  source: "网络",
  fixtures: "已存储的页面",
  own: "你自己的连接",
  privacy: "地址和密钥只留在此标签页：不会存储，也只会发送到其旁边的地址。",
  proxyUrl: "代理（边缘处理器的 /fetch）",
  proxyToken: "代理令牌",
  provider: "搜索服务",
  none: "无",
  remote: "边缘处理器的 /search",
  searxng: "SearXNG",
  brave: "Brave",
  tavily: "Tavily",
  providerUrl: "服务地址",
  providerKey: "服务密钥或令牌",
  forget: "全部忘记",
  nothing: "运行一个工具，查看其卡片、元数据和文本。",
  running: "正在运行",
};

const messages: Record<Language, Record<WebMessage, string>> = { en, "zh-CN": chinese };

/** The panel's own words. */
export function useWebWords(): (message: WebMessage) => string {
  const language = useLanguage();
  return (message) => messages[language][message];
}

import type { Catalog, Message } from "./translator.ts";

const en = {
  webSearch: "Web search",
  webFetch: "Web page",
  results: { one: "{count} result", other: "{count} results" },
  noResults: "No results",
  resultsCut: "The answer or the list of results was cut.",
  pageCut: "Only part of the page was read.",
  read: "read",
  scheme: "not a web address",
  userinfo: "a user name was removed from the address",
  idn: "unusual letters: may imitate another address",
  ip: "numeric address",
  status2: "success",
  status3: "redirect",
  status4: "client error",
  status5: "server error",
  statusOther: "unknown status",
  status: "HTTP {code}",
} satisfies Record<string, Message>;

export type WebKey = keyof typeof en;

export const webMessages: Catalog<WebKey> = {
  en,
  "zh-CN": {
    webSearch: "网页搜索",
    webFetch: "网页",
    results: "{count} 条结果",
    noResults: "没有结果",
    resultsCut: "回答或结果列表已被截断。",
    pageCut: "只读取了页面的一部分。",
    read: "已读",
    scheme: "不是网页地址",
    userinfo: "已从地址中移除用户名",
    idn: "含有不寻常的字母：可能冒充其他地址",
    ip: "数字地址",
    status2: "成功",
    status3: "重定向",
    status4: "客户端错误",
    status5: "服务器错误",
    statusOther: "未知状态",
    status: "HTTP {code}",
  },
};

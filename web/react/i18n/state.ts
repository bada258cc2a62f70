import type { Catalog, Message } from "./translator.ts";

const en = {
  pending: "Running",
  streaming: "Preparing",
  progress: {
    one: "{count} of {total} files searched, {matches}",
    other: "{count} of {total} files searched, {matches}",
  },
  progressMatches: { one: "{count} match", other: "{count} matches" },
  aborted: "Aborted",
  failed: "Failed",
  denied: "Denied",
  approval: "Waiting for approval",
  approved: "Approved",
  result: "Result",
  noText: "The tool returned no text.",
  arguments: "Arguments",
  details: "Full message",
} satisfies Record<string, Message>;

export type StateKey = keyof typeof en;

export const stateMessages: Catalog<StateKey> = {
  en,
  "zh-CN": {
    pending: "运行中",
    streaming: "准备中",
    progress: "已搜索 {count} / {total} 个文件，{matches}",
    progressMatches: "{count} 处匹配",
    aborted: "已中止",
    failed: "失败",
    denied: "已拒绝",
    approval: "等待批准",
    approved: "已批准",
    result: "结果",
    noText: "工具没有返回文本。",
    arguments: "参数",
    details: "完整消息",
  },
};

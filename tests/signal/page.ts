// Reads the pages of signal_grep by the grammars of signal.md §7 and §8. A line
// that no rule covers is an error.

export type Row = { path: string; line: number; text: string; columns: string[]; more: number; index: number };
export type ContextRow = { path: string; line: number; text: string };
export type DetailPage = { rows: Row[]; context: ContextRow[]; notes: string[]; order: string[] };

const matchRow = /^ (\d+): (.*?)(?: \[((?:\d+-\d+b?)(?:,\d+-\d+b?)*)(?: \+(\d+) more)?\])? \{#(\d+)\}$/su;
const contextRow = /^ (\d+)- (.*)$/su;

export function parseDetailPage(text: string): DetailPage {
  const page: DetailPage = { rows: [], context: [], notes: [], order: [] };
  let path: string | undefined;
  let inNotes = false;
  for (const line of text.split("\n")) {
    if (line === "") {
      path = undefined;
    } else if (path === undefined && line.startsWith("[")) {
      page.notes.push(line);
      inNotes = true;
      path = undefined;
    } else if (inNotes) {
      throw new Error(`a line behind the notes: ${line}`);
    } else if (path === undefined) {
      path = line;
    } else {
      const row = matchRow.exec(line);
      const context = contextRow.exec(line);
      if (row) {
        const columns = row[3]?.split(",") ?? [];
        const index = Number(row[5]);
        page.rows.push({ path, line: Number(row[1]), text: row[2] ?? "", columns, more: Number(row[4] ?? 0), index });
        page.order.push(`${path}:${row[1]}`);
      } else if (context) {
        page.context.push({ path, line: Number(context[1]), text: context[2] ?? "" });
        page.order.push(`${path}:${context[1]}`);
      } else throw new Error(`not a row: ${JSON.stringify(line)}`);
    }
  }
  return page;
}

export type SummaryRow = { path: string; count: number; sample?: { line: number; text: string; index: number } };
export type SummaryPage = { head: string; rows: SummaryRow[]; notes: string[] };

export function parseSummaryPage(text: string): SummaryPage {
  const [head = "", blank, ...lines] = text.split("\n");
  if (!/^\d+ matches in \d+ files \((complete|PARTIAL: \d+ retained)\)$/.test(head) || blank !== "") {
    throw new Error(`not the head of a summary: ${head}`);
  }
  const page: SummaryPage = { head, rows: [], notes: [] };
  let inNotes = false;
  for (const line of lines) {
    const sample = /^ {8}(\d+): (.*) \{#(\d+)\}$/su.exec(line);
    const row = /^(?=.{6,} {2})( *\d+) {2}(.*)$/su.exec(line);
    const last = page.rows.at(-1);
    if (inNotes) page.notes.push(line);
    else if (line === "") inNotes = true;
    else if (sample && last && !last.sample) {
      last.sample = { line: Number(sample[1]), text: sample[2] ?? "", index: Number(sample[3]) };
    } else if (row?.[1] && row[1].length >= 6) page.rows.push({ path: row[2] ?? "", count: Number(row[1]) });
    else throw new Error(`not a row of a summary: ${JSON.stringify(line)}`);
  }
  for (const note of page.notes) if (!/^\[.*\]$/s.test(note)) throw new Error(`not a note: ${note}`);
  return page;
}

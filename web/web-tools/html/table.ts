/** One row of a table as it was read. `span`s are what the page claims, unchecked. */
export type TableCell = { text: string; header: boolean; columnSpan: number; rowSpan: number };
export type TableRow = { cells: TableCell[]; inHead: boolean };

/**
 * A table's lines in GitHub's Markdown. The header is the first row when it
 * stands in `<thead>` or holds nothing but `<th>`, else an empty one. Spans are
 * filled with empty cells, but never with more than the table has columns: a
 * page that claims a million gets output in proportion to its input.
 */
export function tableLines(rows: readonly TableRow[], plain: boolean): string[] {
  const filled = rows.filter((row) => row.cells.length > 0);
  const grid = spread(filled);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0 || !grid.some((row) => row.some((cell) => cell !== ""))) return [];
  if (plain) return grid.map((row) => row.join(" | ").trimEnd());
  const [first] = filled;
  const hasHeader =
    first !== undefined && (first.inHead || (first.cells.every((cell) => cell.header) && filled.length > 1));
  const header = hasHeader ? (grid[0] ?? []) : [];
  // A row that is too short is filled up by the reader; a header that is too short would cut the rows below.
  const fullHeader = [...header, ...Array.from({ length: width - header.length }, () => "")];
  return [
    line(fullHeader),
    line(Array.from({ length: width }, () => "---")),
    ...grid.slice(hasHeader ? 1 : 0).map(line),
  ];
}

function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === "" ? "  " : ` ${cell} `)).join("|")}|`;
}

/** Cell texts by column, spans filled with empty cells. */
function spread(rows: readonly TableRow[]): string[][] {
  const widest = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  // Cells that spans may add, all in all: without it, spans down many rows multiply.
  let room = rows.reduce((sum, row) => sum + row.cells.length, 0) * 2 + 64;
  // For each column, how many rows below are still covered by a cell above.
  const covered: number[] = [];
  return rows.map((row) => {
    const out: string[] = [];
    const skipCovered = () => {
      while ((covered[out.length] ?? 0) > 0 && room > 0) {
        covered[out.length] = (covered[out.length] ?? 1) - 1;
        out.push("");
        room--;
      }
    };
    for (const cell of row.cells) {
      skipCovered();
      const span = Math.max(1, Math.min(cell.columnSpan, widest - out.length, room + 1));
      for (let step = 0; step < span; step++) {
        covered[out.length] = cell.rowSpan - 1;
        out.push(step === 0 ? cell.text : "");
        if (step > 0) room--;
      }
    }
    skipCovered();
    return out;
  });
}

/** A span attribute as a number from 1 on; anything else is 1. */
export function spanOf(value: string | undefined): number {
  const span = Number.parseInt(value ?? "", 10);
  return Number.isFinite(span) && span > 0 ? Math.min(span, 65_534) : 1;
}

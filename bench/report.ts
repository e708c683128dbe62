/** One line of a benchmark's table. */
export interface Row {
  /** What was done, in a few words. */
  what: string;
  /** Of the product, with the unit. */
  product: string;
  /** Of what it is compared with, in the same run; absent where the target is a number. */
  reference?: string;
  /** Product ÷ reference, or another relation that `target` is about. */
  relation?: string;
  /** In words, like `≥ 60 %`; absent where the row only informs. */
  target?: string;
  met?: boolean;
}

/** A benchmark: measures for some seconds and tells what came out, saying what it does meanwhile. */
export type Benchmark = (say: (line: string) => void) => Promise<{ title: string; rows: Row[] }>;

const head = ["", "product", "compared with", "ratio", "target", ""];

/** The rows as a table in Markdown, ready for the documents. */
export function formatReport({ title, rows }: { title: string; rows: readonly Row[] }): string {
  const cells = [
    head,
    ...rows.map(({ what, product, reference = "", relation = "", target = "", met }) => [
      what,
      product,
      reference,
      relation,
      target,
      met === undefined ? "" : met ? "met" : "missed",
    ]),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [first, ...others] = cells.map(line);
  return [`${title}\n`, first, rule, ...others].join("\n");
}

/** A relation of two rates or times as a percentage, rounded down: 59.9 % is not 60 %. */
export function percent(relation: number): string {
  return `${Math.floor(relation * 100)} %`;
}

/** Between the two middle values where there is no one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

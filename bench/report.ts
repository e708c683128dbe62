/** One line of a benchmark's table. */
export interface Row {
  /** What was measured, in a few words. */
  what: string;
  /** Value of the product, with the unit. */
  product: string;
  /** Value of the baseline in the same run; absent if the target is a number. */
  reference?: string;
  /** Product ÷ reference, or another ratio for `target`. */
  relation?: string;
  /** Text like `≥ 60 %`; absent for information. */
  target?: string;
  met?: boolean;
}

/** A benchmark, which reports its progress to `say`. */
export type Benchmark = (say: (line: string) => void) => Promise<{ title: string; rows: Row[] }>;

const head = ["", "product", "compared with", "ratio", "target", ""];

/** Formats the rows as a Markdown table. */
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

/** A ratio as a percentage, rounded down: 59.9 % is not 60 %. */
export function percent(relation: number): string {
  return `${Math.floor(relation * 100)} %`;
}

/** The mean of the two middle values for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

import { type Call, type Calls, checkSameAnswer, type Side, targetOf } from "./calls.ts";
import { compareLoad, formatLoad } from "./load.ts";
import type { Bench } from "./product.ts";
import { percent, type Row } from "./report.ts";

/** A request of the product, and the statement that a server without the product would run for it. */
export interface Comparison {
  what: string;
  /** The lowest acceptable ratio of requests per second, product ÷ bare server. */
  target: number;
  /** The request that a connection repeats. */
  product(connection: number): Call;
  /** Selects the whole response as the column `body`. */
  sql: string;
  /** The parameters of `sql`. */
  values(connection: number): readonly unknown[];
  /** Number of different requests per connection. Default: 1. */
  variants?: number;
  /** Whether the responses of both servers differ, for example in ids and dates of writes. */
  differs?: true;
  /** Maximum number of rows: larger collections would need an index that the product lacks. */
  maxRows?: number;
  /** Starts other work for the duration of the measurement. Returns a function that ends it. */
  meanwhile?(bench: Bench): Promise<() => Promise<void>>;
}

const clientCounts = [1, 32];
/** Seconds per round. */
const seconds = Number(process.env.BENCH_SECONDS ?? "2");

/** Statements of the bare server by name. */
export const statementsOf = (comparisons: readonly Comparison[]): Record<string, string> =>
  Object.fromEntries(comparisons.map(({ sql }, index) => [`comparison${index}`, sql]));

/** Measures each comparison. Sorts by the ratio to the target, lowest first. @param size The number of rows. */
export async function measureComparisons(
  bench: Bench,
  comparisons: readonly Comparison[],
  size: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const measured: { ratio: number; row: Row }[] = [];
  for (const [index, comparison] of comparisons.entries()) {
    if (!isSelected(comparison) || size > (comparison.maxRows ?? size)) continue;
    const label = `${size.toLocaleString("en")} rows`;
    const calls: Calls = {
      what: comparison.what,
      variants: comparison.variants ?? 1,
      product: comparison.product,
      bare: (connection) => ({ path: `/sql/comparison${index}`, body: comparison.values(connection) }),
    };
    if (!comparison.differs) await checkSameAnswer(bench, calls);
    const end = await comparison.meanwhile?.(bench);
    for (const count of clientCounts) {
      say(`${comparison.what}, ${label}, ${count} connections`);
      const target = (side: Side) => targetOf(bench, calls, side);
      const { product, bare } = await compareLoad({ product: target("product"), bare: target("bare") }, seconds, count);
      const ratio = product.perSecond / bare.perSecond;
      measured.push({
        ratio: ratio / comparison.target,
        row: {
          what: `${comparison.what}, ${label}, ${count} ×`,
          product: formatLoad(product),
          reference: formatLoad(bare),
          relation: percent(ratio),
          target: `≥ ${percent(comparison.target)}`,
          met: ratio >= comparison.target,
        },
      });
    }
    await end?.();
  }
  return measured.sort((left, right) => left.ratio - right.ratio).map(({ row }) => row);
}

/** `BENCH_ONLY=text` selects comparisons whose name contains the text. */
const isSelected = ({ what }: Comparison) => what.includes(process.env.BENCH_ONLY ?? "");

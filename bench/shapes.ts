import { type Call, type Calls, checkSameAnswer, type Side, targetOf } from "./calls.ts";
import { compareLoad, formatLoad } from "./load.ts";
import type { Bench } from "./product.ts";
import { percent, type Row } from "./report.ts";

/** A request of the product, and the statement that a server without the product would run for it. */
export interface Shape {
  what: string;
  /** The lowest acceptable ratio of requests per second, product ÷ bare server. */
  target: number;
  /** The request of a connection. */
  product(connection: number): Call;
  /** Selects the whole response as the column `body`. */
  sql: string;
  /** The parameters of `sql`. */
  values(connection: number): readonly unknown[];
  /** Different requests of each connection, which it repeats. Default: 1. */
  variants?: number;
  /** Whether the responses have other ids and dates, as those of writes. */
  differs?: true;
  /** The most rows that it is measured with: larger collections need an index that the product does not have. */
  maxRows?: number;
  /** Runs while the shape is measured. Returns the function that ends it. */
  meanwhile?(bench: Bench): Promise<() => Promise<void>>;
}

/** Concurrent clients. */
const clients = [1, 32];
/** Seconds per round. */
const seconds = Number(process.env.BENCH_SECONDS ?? "2");

/** Statements of the bare server by name. */
export const statementsOf = (shapes: readonly Shape[]): Record<string, string> =>
  Object.fromEntries(shapes.map(({ sql }, index) => [`shape${index}`, sql]));

/** Measures each shape, the lowest ratio first. @param size The number of rows. */
export async function measureShapes(
  bench: Bench,
  shapes: readonly Shape[],
  size: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const measured: { ratio: number; row: Row }[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (!isSelected(shape) || size > (shape.maxRows ?? size)) continue;
    const label = `${size.toLocaleString("en")} rows`;
    const calls: Calls = {
      what: shape.what,
      variants: shape.variants ?? 1,
      product: shape.product,
      bare: (connection) => ({ path: `/sql/shape${index}`, body: shape.values(connection) }),
    };
    if (!shape.differs) await checkSameAnswer(bench, calls);
    const end = await shape.meanwhile?.(bench);
    for (const count of clients) {
      say(`${shape.what}, ${label}, ${count} connections`);
      const target = (side: Side) => targetOf(bench, calls, side);
      const { product, bare } = await compareLoad({ product: target("product"), bare: target("bare") }, seconds, count);
      const ratio = product.perSecond / bare.perSecond;
      measured.push({
        ratio: ratio / shape.target,
        row: {
          what: `${shape.what}, ${label}, ${count} ×`,
          product: formatLoad(product),
          reference: formatLoad(bare),
          relation: percent(ratio),
          target: `≥ ${percent(shape.target)}`,
          met: ratio >= shape.target,
        },
      });
    }
    await end?.();
  }
  return measured.sort((left, right) => left.ratio - right.ratio).map(({ row }) => row);
}

/** `BENCH_ONLY=text` measures only the shapes whose name contains the text. */
const isSelected = ({ what }: Shape) => what.includes(process.env.BENCH_ONLY ?? "");

import autocannon, { type Request } from "autocannon";

/** Result of sending the same requests for some seconds. */
export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadTarget {
  url: string;
  /** The requests that one connection repeats. */
  requests(connection: number): Request[];
}

export const connections = 32;
/** Seconds. */
const round = 5;
/** Counted rounds, after a warm-up round: Node compiles code until about 20,000 requests. */
const rounds = 2;
/** Alternates requests between two servers, so that other load affects both equally. */
export async function compareLoad(
  targets: { product: LoadTarget; bare: LoadTarget },
  seconds = round,
  count = connections,
) {
  await send(targets.product, seconds, count);
  await send(targets.bare, seconds, count);
  const product: Load[] = [];
  const bare: Load[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    product.push(await send(targets.product, seconds, count));
    bare.push(await send(targets.bare, seconds, count));
  }
  return { product: meanLoad(product), bare: meanLoad(bare) };
}

/** @throws {Error} if a request fails, which would invalidate the measurement. */
export async function send({ url, requests }: LoadTarget, duration: number, count = connections): Promise<Load> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: count,
    duration,
    setupClient: (client) => client.setRequests(requests(connection++)),
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  const { p50, p99 } = result.latency;
  return { perSecond: result.requests.total / result.duration, p50, p99 };
}

/** The mean of loads of equal duration. */
export function meanLoad(loads: readonly Load[]): Load {
  const mean = (key: keyof Load) => loads.reduce((sum, load) => sum + load[key], 0) / loads.length;
  return { perSecond: mean("perSecond"), p50: mean("p50"), p99: mean("p99") };
}

/** `1,234/s, 24 / 61 ms`: median and 99th percentile. */
export function formatLoad({ perSecond, p50, p99 }: Load): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s, ${Math.round(p50)} / ${Math.round(p99)} ms`;
}

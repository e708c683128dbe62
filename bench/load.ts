import autocannon, { type Request } from "autocannon";

/** What came of sending the same requests for some seconds. */
export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadTarget {
  url: string;
  /** The requests of one connection, which it repeats one after the other. */
  requests(connection: number): Request[];
}

export const connections = 32;
/** Seconds. */
const round = 5;
/** Counted ones. One more comes first: until some 20,000 requests, Node compiles code beside answering, the more the more there is. */
const rounds = 2;
/** The product ends a connection after so many requests, so both sides are given new ones as often. */
const requestsPerConnection = 100;

/** Sends requests to two servers in turns, so that what else the machine does falls on both. */
export async function compareLoad(targets: { product: LoadTarget; bare: LoadTarget }, seconds = round) {
  await send(targets.product, seconds);
  await send(targets.bare, seconds);
  const product: Load[] = [];
  const bare: Load[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    product.push(await send(targets.product, seconds));
    bare.push(await send(targets.bare, seconds));
  }
  return { product: meanLoad(product), bare: meanLoad(bare) };
}

/** @throws {Error} when a request fails: what was measured then is something else. */
export async function send({ url, requests }: LoadTarget, duration: number, count = connections): Promise<Load> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: count,
    duration,
    reconnectRate: requestsPerConnection,
    setupClient: (client) => client.setRequests(requests(connection++)),
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  const { p50, p99 } = result.latency;
  return { perSecond: result.requests.total / result.duration, p50, p99 };
}

/** Of loads that took equally long. */
export function meanLoad(loads: readonly Load[]): Load {
  const mean = (key: keyof Load) => loads.reduce((sum, load) => sum + load[key], 0) / loads.length;
  return { perSecond: mean("perSecond"), p50: mean("p50"), p99: mean("p99") };
}

/** Like `1,234/s, 24 / 61 ms`: median and 99 of 100. */
export function formatLoad({ perSecond, p50, p99 }: Load): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s, ${Math.round(p50)} / ${Math.round(p99)} ms`;
}

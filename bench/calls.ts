import { isDeepStrictEqual } from "node:util";
import { connections, type LoadTarget } from "./load.ts";
import type { Bench } from "./product.ts";

/** One request. */
export interface Call {
  path: string;
  /** Sent as JSON by POST. */
  body?: object;
}

export type Side = "product" | "bare";

/** A request to the product and to the bare server; connections may send different ones. */
export interface Calls {
  what: string;
  product(connection: number): Call;
  bare(connection: number): Call;
  /** Number of different requests per connection. Default: 1. */
  variants?: number;
}

export const addressOf = ({ productUrl, bareUrl }: Bench, side: Side): string =>
  side === "product" ? productUrl : bareUrl;

export function headersOf({ visitorToken }: Bench, side: Side, { body }: Call): Record<string, string> {
  return {
    ...(side === "product" ? { authorization: visitorToken } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
  };
}

export function targetOf(bench: Bench, calls: Calls, side: Side): LoadTarget {
  return {
    url: addressOf(bench, side),
    requests: (connection) =>
      Array.from({ length: calls.variants ?? 1 }, (_, variant) => {
        const call = calls[side](connection + variant * connections);
        const headers = headersOf(bench, side, call);
        const sent = call.body ? ({ method: "POST", body: JSON.stringify(call.body) } as const) : {};
        return { path: call.path, headers, ...sent };
      }),
  };
}

/** @throws {Error} if the request fails. */
export async function send(bench: Bench, call: Call, side: Side = "product"): Promise<Response> {
  const sent = call.body ? { method: "POST", body: JSON.stringify(call.body) } : {};
  const answer = await fetch(addressOf(bench, side) + call.path, { headers: headersOf(bench, side, call), ...sent });
  if (!answer.ok) throw new Error(`${call.path} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

/**
 * A faster server with other responses would be no comparison. Cursors differ.
 *
 * @throws {Error} if the responses of the two servers differ.
 */
export async function checkSameAnswer(bench: Bench, calls: Calls): Promise<void> {
  const [product, bare] = await Promise.all(
    (["product", "bare"] as const).map(async (side) => {
      const answer = await send(bench, calls[side](3), side);
      return JSON.parse(await answer.text(), (key, value) => (/^cursors?$/.test(key) ? undefined : value)) as unknown;
    }),
  );
  if (!isDeepStrictEqual(product, bare)) throw new Error(`The servers differ in: ${calls.what}.`);
}

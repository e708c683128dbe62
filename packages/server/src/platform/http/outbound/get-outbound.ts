import type { IncomingMessage } from "node:http";
import {
  OutboundError,
  type OutboundPolicy,
  type ResponseHandle,
  sendOutbound,
  type Timeouts,
} from "./send-outbound.ts";

export interface FetchedFile {
  status: number;
  /** URL after redirects. */
  url: string;
  /** Lower case, without parameters; empty if unknown. */
  mediaType: string;
  bytes: Buffer;
  /** The header `Retry-After`. */
  retryAfter: string | undefined;
  /** The header `X-WP-Total`: items of a collection. Source: WordPress REST API Handbook, "Pagination". */
  total?: string | undefined;
}

export interface GetOptions {
  /** A larger body is rejected. */
  maxBytes: number;
  accept?: string;
  timeouts?: Timeouts;
  /** Returns why an address that a response redirects to is not fetched: a sentence. */
  checkRedirect?: ((url: string) => Promise<string | undefined>) | undefined;
}

const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 60_000 };
const maxRedirects = 5;

/**
 * Fetches an untrusted URL. Up to five redirects are followed, and each is checked like the first URL. Compressed
 * responses are rejected, so that none can expand.
 *
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export async function getOutbound(
  address: string,
  policy: OutboundPolicy,
  { maxBytes, accept = "*/*", timeouts = defaultTimeouts, checkRedirect }: GetOptions,
): Promise<FetchedFile> {
  const deadline = performance.now() + timeouts.totalMs;
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    const remaining = { ...timeouts, totalMs: Math.max(0, deadline - performance.now()) };
    const headers = { accept, "accept-encoding": "identity" };
    const result = await sendOutbound<Result>(url, { method: "GET", headers }, policy, remaining, (response, handle) =>
      collect(response, maxBytes, handle),
    );
    const { status, location } = result;
    if (status < 300 || status > 399 || location === undefined) return { ...result, url };
    if (redirects === maxRedirects) throw new OutboundError(`It redirects more than ${maxRedirects} times.`);
    const next = URL.parse(location, url)?.href;
    if (next === undefined) throw new OutboundError("It redirects to an invalid address.");
    const reason = await checkRedirect?.(next);
    if (reason !== undefined) throw new OutboundError(reason);
    url = next;
  }
}

type Result = Omit<FetchedFile, "url"> & { location: string | undefined };

function collect(response: IncomingMessage, maxBytes: number, { finish, fail }: ResponseHandle<Result>): void {
  const { statusCode: status = 0, headers } = response;
  const total = headers["x-wp-total"];
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    fail("The response is compressed, which was not requested.");
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) return fail(`It is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`);
    chunks.push(chunk);
  });
  response.once("end", () =>
    finish({
      status,
      location: headers.location,
      retryAfter: headers["retry-after"],
      ...(typeof total === "string" && { total }),
      mediaType: (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase(),
      bytes: Buffer.concat(chunks),
    }),
  );
}

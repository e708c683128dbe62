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
  /** Where it was in the end. */
  url: string;
  /** In small letters, without parameters; empty where it is not told. */
  mediaType: string;
  bytes: Buffer;
}

export interface GetOptions {
  /** A longer body is refused. */
  maxBytes: number;
  accept?: string;
  timeouts?: Timeouts;
}

const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 60_000 };
const maxRedirects = 5;

/**
 * Reads what is at an address that somebody else has chosen. Every redirect is an address of the same kind, looked up and checked anew;
 * five of them are followed. No compressed answers are asked for, and none is unpacked, so that none can grow.
 *
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export async function getOutbound(
  address: string,
  policy: OutboundPolicy,
  { maxBytes, accept = "*/*", timeouts: waits = defaultTimeouts }: GetOptions,
): Promise<FetchedFile> {
  const endsAt = performance.now() + waits.totalMs;
  let url = address;
  for (let followed = 0; ; followed += 1) {
    const left = { ...waits, totalMs: Math.max(0, endsAt - performance.now()) };
    const headers = { accept, "accept-encoding": "identity" };
    const answer = await sendOutbound<Answer>(url, { method: "GET", headers }, policy, left, (response, reception) =>
      collect(response, maxBytes, reception),
    );
    const { status, location } = answer;
    if (status < 300 || status > 399 || location === undefined) return { ...answer, url };
    if (followed === maxRedirects) throw new OutboundError(`It sends its visitors on more than ${maxRedirects} times.`);
    const next = URL.parse(location, url)?.href;
    if (next === undefined) throw new OutboundError("It sends its visitors on to what is no address.");
    url = next;
  }
}

type Answer = Pick<FetchedFile, "status" | "mediaType" | "bytes"> & { location: string | undefined };

function collect(response: IncomingMessage, maxBytes: number, { finish, fail }: ResponseHandle<Answer>): void {
  const { statusCode: status = 0, headers } = response;
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    fail("It answers in a compressed form that was not asked for.");
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
      mediaType: (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase(),
      bytes: Buffer.concat(chunks),
    }),
  );
}

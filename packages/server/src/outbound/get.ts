import type { ClientRequest, IncomingMessage } from "node:http";
import { codeOf, OutboundError, type OutboundPolicy, openOutbound, type Waits } from "./post.ts";

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
  waits?: Waits;
}

const patience: Waits = { connectMs: 5_000, totalMs: 60_000 };
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
  { maxBytes, accept = "*/*", waits = patience }: GetOptions,
): Promise<FetchedFile> {
  const endsAt = performance.now() + waits.totalMs;
  let url = address;
  for (let followed = 0; ; followed += 1) {
    const left = { ...waits, totalMs: Math.max(0, endsAt - performance.now()) };
    const headers = { accept, "accept-encoding": "identity" };
    const { request, ready, leftMs } = await openOutbound(url, { method: "GET", headers }, policy, left);
    const answer = await readFile(request, ready, { ...waits, totalMs: leftMs }, maxBytes);
    const { status, location } = answer;
    if (status < 300 || status > 399 || location === undefined) return { ...answer, url };
    if (followed === maxRedirects) throw new OutboundError(`It sends its visitors on more than ${maxRedirects} times.`);
    const next = URL.parse(location, url)?.href;
    if (next === undefined) throw new OutboundError("It sends its visitors on to what is no address.");
    url = next;
  }
}

type Answer = Pick<FetchedFile, "status" | "mediaType" | "bytes"> & { location: string | undefined };

function readFile(
  request: ClientRequest,
  ready: "connect" | "secureConnect",
  { connectMs, totalMs }: Waits,
  maxBytes: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => request.destroy(new OutboundError(reason));
    const total = setTimeout(() => fail("It took too long to answer."), totalMs);
    const connect = setTimeout(() => fail("It cannot be connected to in time."), connectMs);
    request.once("socket", (socket) => socket.once(ready, () => clearTimeout(connect)));
    request.once("close", () => {
      clearTimeout(total);
      clearTimeout(connect);
      reject(new OutboundError("The connection was closed before the answer was whole."));
    });
    request.once("error", (error) => {
      const plain = error instanceof OutboundError;
      reject(plain ? error : new OutboundError(`It cannot be reached (${codeOf(error)}).`, { cause: error }));
    });
    request.once("response", (response) => collect(response, { maxBytes, fail, resolve }));
    request.end();
  });
}

function collect(
  response: IncomingMessage,
  { maxBytes, fail, resolve }: { maxBytes: number; fail(reason: string): void; resolve(answer: Answer): void },
): void {
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
    resolve({
      status,
      location: headers.location,
      mediaType: (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase(),
      bytes: Buffer.concat(chunks),
    }),
  );
  response.once("error", () => undefined);
}

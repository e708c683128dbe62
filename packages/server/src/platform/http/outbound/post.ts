import { type OutboundPolicy, sendOutbound, type Timeouts } from "./send.ts";

export interface OutboundResponse {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** Source: security requirements §8.1. */
const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 10_000 };
const maxResponseBytes = 64 * 1024;
const maxStoredLength = 4_096;

/**
 * Posts a text to an address that somebody else has chosen; redirects are not followed. 5 seconds to connect, 10 in all; 64 KiB of the
 * answer are read.
 *
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export function postOutbound(
  address: string,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  policy: OutboundPolicy,
  waits: Timeouts = defaultTimeouts,
): Promise<OutboundResponse> {
  const sent = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    body,
  } as const;
  return sendOutbound<OutboundResponse>(address, sent, policy, waits, (response, { finish }, request) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finishWithText = () => {
      const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "\uFFFD").slice(0, maxStoredLength);
      finish({ status: response.statusCode ?? 0, text });
    };
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < maxResponseBytes) return;
      // What it says by its status is said; nobody reads the rest.
      finishWithText();
      request.destroy();
    });
    response.once("end", finishWithText);
  });
}

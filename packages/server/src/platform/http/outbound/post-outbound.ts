import { type OutboundPolicy, sendOutbound, type Timeouts } from "./send-outbound.ts";

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

export interface TextResponse {
  status: number;
  text: string;
}

/**
 * Posts a text to an address that somebody else has chosen, and reads the whole of what it answers; redirects are not followed, and no
 * compressed answers are asked for.
 *
 * @param maxBytes A longer answer is refused.
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export function postOutboundForText(
  address: string,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  policy: OutboundPolicy,
  { waits, maxBytes }: { waits: Timeouts; maxBytes: number },
): Promise<TextResponse> {
  const sent = {
    method: "POST",
    headers: { "accept-encoding": "identity", ...headers, "content-length": String(Buffer.byteLength(body)) },
    body,
  } as const;
  return sendOutbound<TextResponse>(address, sent, policy, waits, (response, { finish, fail }) => {
    if ((response.headers["content-encoding"] ?? "identity") !== "identity") {
      return fail("It answers in a compressed form that was not asked for.");
    }
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return fail(`Its answer is larger than ${Math.floor(maxBytes / 1024)} KiB.`);
      chunks.push(chunk);
    });
    response.once("end", () =>
      finish({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
    );
  });
}

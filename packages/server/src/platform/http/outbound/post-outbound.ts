import { type OutboundPolicy, sendOutbound, type Timeouts } from "./send-outbound.ts";

export interface OutboundResponse {
  status: number;
  /** Start of the body. */
  text: string;
}

/** Source: security requirements §8.1. */
const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 10_000 };
const maxResponseBytes = 64 * 1024;
const maxStoredLength = 4_096;

/**
 * Posts a text to an untrusted URL without following redirects. Reads at most 64 KiB of the response.
 *
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export function postOutbound(
  address: string,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  policy: OutboundPolicy,
  timeouts: Timeouts = defaultTimeouts,
): Promise<OutboundResponse> {
  const outbound = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    body,
  } as const;
  return sendOutbound<OutboundResponse>(address, outbound, policy, timeouts, (response, { finish }, request) => {
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
      // The status is enough; the rest is not read.
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
 * Posts a text to an untrusted URL and reads the whole response, without following redirects.
 *
 * @param maxBytes A larger response is rejected.
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export function postOutboundForText(
  address: string,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  policy: OutboundPolicy,
  { timeouts, maxBytes }: { timeouts: Timeouts; maxBytes: number },
): Promise<TextResponse> {
  const outbound = {
    method: "POST",
    headers: { "accept-encoding": "identity", ...headers, "content-length": String(Buffer.byteLength(body)) },
    body,
  } as const;
  return sendOutbound<TextResponse>(address, outbound, policy, timeouts, (response, { finish, fail }) => {
    if ((response.headers["content-encoding"] ?? "identity") !== "identity") {
      return fail("The response is compressed, which was not requested.");
    }
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return fail(`The response is larger than ${Math.floor(maxBytes / 1024)} KiB.`);
      chunks.push(chunk);
    });
    response.once("end", () =>
      finish({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
    );
  });
}

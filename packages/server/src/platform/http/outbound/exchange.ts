import { type OutboundPolicy, sendOutbound, type Timeouts } from "./send.ts";

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

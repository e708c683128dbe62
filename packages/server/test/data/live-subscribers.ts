import { liveItems } from "@porchlight/contract/data/items/live-endpoints";
import { expect } from "vitest";
import type { RequestOrigin } from "../../src/platform/http/serve.ts";

/** A stream and the number of notifications it has sent. */
export interface Listening {
  response: Response;
  /** The number of notifications, including the first. */
  count(): number;
  /** The whole stream. */
  text(): string;
  isEnded(): boolean;
  /** Waits for a notification after the previous call, or after the first one. */
  next(): Promise<void>;
  stop(): Promise<void>;
}

type Fetch = (request: Request, origin: RequestOrigin) => Promise<Response>;

/** Opens a stream of notifications. */
export async function listen(
  fetch: Fetch,
  token: string,
  body: { dataCollectionId: string; [member: string]: unknown },
): Promise<Listening> {
  const headers = { "content-type": "application/json", authorization: token };
  const request = new Request(`http://localhost:4000${liveItems.path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await fetch(request, { clientAddress: "10.8.0.1" });
  let text = "";
  let isEnded = false;
  let seen = 1;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  })()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  const count = () => text.split("event: change\n").length - 1;
  return {
    response,
    count,
    text: () => text,
    isEnded: () => isEnded,
    async next() {
      await expect.poll(count).toBeGreaterThan(seen);
      seen = count();
    },
    stop: async () => reader?.cancel(),
  };
}

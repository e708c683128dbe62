import { liveItems } from "@porchlight/contract/data/items/live-endpoints";
import type { RequestOrigin } from "../../src/platform/http/serve.ts";

/** A stream and its received events. */
export interface Listening {
  response: Response;
  /** Received events: `reset`, `inserted a`, `updated a`, `removed a`. */
  received: string[];
  /** The latest version of received items by ID. */
  items: Map<string, Record<string, unknown>>;
  /** The whole stream. */
  text(): string;
  lastEventId(): string | undefined;
  isEnded(): boolean;
  stop(): Promise<void>;
}

type Fetch = (request: Request, origin: RequestOrigin) => Promise<Response>;

/** Opens a stream of a collection's items. */
export async function listen(
  fetch: Fetch,
  token: string,
  body: { dataCollectionId: string; [member: string]: unknown },
  { lastEventId, from = "10.8.0.1" }: { lastEventId?: string | undefined; from?: string } = {},
): Promise<Listening> {
  const headers = {
    "content-type": "application/json",
    authorization: token,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const request = new Request(`http://localhost:4000${liveItems.path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await fetch(request, { clientAddress: from });
  const received: string[] = [];
  const items = new Map<string, Record<string, unknown>>();
  let text = "";
  let isEnded = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const take = (message: string) => {
    const [, event = "", data = ""] = /event: (.*)\ndata: (.*)/.exec(message) ?? [];
    if (event === "") return;
    const { itemId, dataItem } = JSON.parse(data);
    if (dataItem) items.set(dataItem.id, dataItem.data);
    received.push([event, ...((itemId ?? dataItem?.id) ? [itemId ?? dataItem.id] : [])].join(" "));
  };
  void (async () => {
    let taken = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
      const messages = text.split("\n\n");
      for (const message of messages.slice(taken, -1)) take(message);
      taken = messages.length - 1;
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  return {
    response,
    received: received,
    items,
    text: () => text,
    lastEventId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    isEnded: () => isEnded,
    stop: async () => reader?.cancel(),
  };
}

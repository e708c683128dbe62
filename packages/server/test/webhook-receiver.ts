import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface WebhookReceiver {
  url: string;
  /** All received deliveries, in order. */
  deliveries: ReceivedDelivery[];
  /** The highest number of concurrent deliveries. */
  maxConcurrent(): number;
  /** Sets the status of responses. Default: 200. `hang` never responds. */
  respondWith(how: number | "hang" | ((delivery: ReceivedDelivery) => number | "hang")): void;
  close(): Promise<void>;
}

export interface ReceivedDelivery {
  token: string;
  header: Record<string, unknown>;
  claims: Record<string, unknown> & { data: string };
  /** The parsed layers. */
  envelope: { eventType: string; instanceId: string; data: string; identity: string; accountInfo: object };
  identity: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  event: any;
  contentType: string | undefined;
}

/** Starts a local subscriber. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries: ReceivedDelivery[] = [];
  let result: (delivery: ReceivedDelivery) => number | "hang" = () => 200;
  let active = 0;
  let maxActive = 0;
  const server = createServer(async (request, response) => {
    maxActive = Math.max(maxActive, ++active);
    response.on("close", () => active--);
    let token = "";
    for await (const chunk of request) token += chunk;
    const delivery = { ...readDelivery(token), contentType: request.headers["content-type"] };
    deliveries.push(delivery);
    const status = result(delivery);
    if (status !== "hang") response.writeHead(status, { "content-type": "text/plain" }).end(`answered ${status}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterAll(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    deliveries,
    maxConcurrent: () => maxActive,
    respondWith(how) {
      result = typeof how === "function" ? how : () => how;
    },
    close,
  };
}

function readDelivery(token: string): Omit<ReceivedDelivery, "contentType"> {
  const [header = "", payload = ""] = token.split(".");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  const claims = decode(payload);
  const envelope = JSON.parse(claims.data);
  return {
    token,
    header: decode(header),
    claims,
    envelope,
    identity: JSON.parse(envelope.identity),
    event: JSON.parse(envelope.data),
  };
}

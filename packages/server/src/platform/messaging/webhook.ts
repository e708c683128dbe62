import { createHmac, randomUUID } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** A program of the owner that forwards text messages, calls and push requests to a provider. */
export interface MessageWebhook {
  /** https, or http on this machine. */
  url: string;
  /** Shared secret. */
  secret: Buffer;
}

export interface WebhookMessage {
  /** The same for every attempt, so that the receiver can detect duplicates. */
  id: string;
  type: string;
  data: object;
  at: Date;
}

const defaultTimeouts = { connectMs: 5_000, totalMs: 10_000 };
const maxResponseBytes = 64 * 1024;

/** Status for a recipient that is permanently unreachable. */
const unreachableStatus = 422;

/**
 * Sends a message to the owner's program. Any 2xx status accepts it. Redirects are not followed.
 *
 * @returns `"unreachable"` for status 422: a retry would not help.
 * @throws {Error} if the message was not accepted. The message contains neither address nor content.
 * Source: security requirements §8.1; Standard Webhooks, "Webhook Payload Structure" and "Signature scheme".
 */
export async function postMessage(
  webhook: MessageWebhook,
  message: WebhookMessage,
  timeouts: typeof defaultTimeouts = defaultTimeouts,
): Promise<"taken" | "unreachable"> {
  const { id, type, data, at } = message;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const seconds = Math.floor(at.getTime() / 1_000);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Porchlight",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signMessage(webhook.secret, { id, seconds, body }),
  };
  const status = await post(webhook.url, body, headers, timeouts);
  if (status === unreachableStatus) return "unreachable";
  if (status < 200 || status > 299) throw new Error(`the message webhook answered ${status}`);
  return "taken";
}

/**
 * Sends a message of the type `ping`.
 *
 * @returns The problem, if any.
 */
export async function pingMessageWebhook(webhook: MessageWebhook): Promise<string | undefined> {
  try {
    await postMessage(webhook, { id: randomUUID(), type: "ping", data: {}, at: new Date() });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the signature: `v1,` and the HMAC-SHA256 in base64. */
export function signMessage(
  secret: Buffer,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  return `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  { connectMs, totalMs }: typeof defaultTimeouts,
): Promise<number> {
  const { protocol } = new URL(url);
  const ready = protocol === "https:" ? "secureConnect" : "connect";
  return new Promise((resolve, reject) => {
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const request = (protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      // A reused connection would not emit the ready event again.
      agent: false,
      headers: { ...headers, ...length },
    });
    const fail = (reason: string) => request.destroy(new Error(`the message webhook ${reason}`));
    const total = setTimeout(() => fail("took too long"), totalMs);
    const connect = setTimeout(() => fail("cannot be connected to"), connectMs);
    request.once("socket", (socket) => socket.once(ready, () => clearTimeout(connect)));
    request.once("close", () => {
      clearTimeout(total);
      clearTimeout(connect);
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === undefined ? error : new Error(`the message webhook cannot be reached (${error.code})`));
    });
    request.once("response", (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) fail("answered more than 64 KiB");
      });
      response.once("error", reject);
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    request.end(body);
  });
}

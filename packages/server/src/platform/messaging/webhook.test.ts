import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pingMessageWebhook, postMessage } from "./webhook.ts";

const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => void response.end();
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ path: request.url ?? "", headers: request.headers, body });
  answer(response);
});
beforeAll(() => new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const secret = Buffer.from("q8Zl1mV0sJ3xT7uYb2NcR5eWg9KdHf4PaLo6IiXtMvE=", "base64");
const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/messages`;
const message = {
  id: "message-1",
  type: "sms",
  data: { to: "+442079460000" },
  at: new Date("2030-01-01T00:00:00.500Z"),
};
const post = (url = address(), waits?: { connectMs: number; totalMs: number }) =>
  postMessage({ url, secret }, message, waits);
const withStatus = (status: number, headers = {}) => {
  answer = (response) => void response.writeHead(status, headers).end("thanks");
};

describe("postMessage", () => {
  it("sends JSON with a signature of id, time and body", async () => {
    withStatus(204);
    expect(await post()).toBe("taken");
    const { path, headers, body } = received.at(-1)!;
    expect(path).toBe("/messages");
    expect(JSON.parse(body)).toEqual({
      type: "sms",
      timestamp: "2030-01-01T00:00:00.500Z",
      data: { to: "+442079460000" },
    });
    const signature = createHmac("sha256", secret).update(`message-1.1893456000.${body}`).digest("base64");
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "webhook-id": "message-1",
      "webhook-timestamp": "1893456000",
      "webhook-signature": `v1,${signature}`,
    });
  });

  it.each([400, 401, 404, 429, 500, 503])("fails for status %i", async (status) => {
    withStatus(status);
    await expect(post()).rejects.toThrow(`answered ${status}`);
  });

  it("does not follow redirects", async () => {
    const before = received.length;
    withStatus(307, { location: `${address()}/elsewhere` });
    await expect(post()).rejects.toThrow("answered 307");
    expect(received).toHaveLength(before + 1);
  });

  it("returns unreachable for status 422", async () => {
    withStatus(422);
    expect(await post()).toBe("unreachable");
  });

  it("limits time and size of the response", async () => {
    answer = () => undefined;
    await expect(post(address(), { connectMs: 5_000, totalMs: 50 })).rejects.toThrow("took too long");
    answer = (response) => {
      response.writeHead(200);
      response.write("x".repeat(70_000));
    };
    await expect(post()).rejects.toThrow("64 KiB");
  });

  it("fails with a message without URL and contents", async () => {
    answer = (response) => void response.destroy();
    for (const url of [address(), "http://127.0.0.1:1/messages", "https://nowhere.invalid/messages"]) {
      const reason = await post(url).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(reason).toMatch(/^the message webhook cannot be reached \([A-Z_]+\)$/);
    }
  });

  it("is tested with a ping by pingMessageWebhook", async () => {
    withStatus(200);
    expect(await pingMessageWebhook({ url: address(), secret })).toBeUndefined();
    expect(JSON.parse(received.at(-1)!.body)).toMatchObject({ type: "ping", data: {} });
    withStatus(401);
    expect(await pingMessageWebhook({ url: address(), secret })).toBe("the message webhook answered 401");
  });
});

import { expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { startWebhookReceiver } from "../../test/webhook-receiver.ts";

const receiver = await startWebhookReceiver();
const server = await createTestServer({ rateLimits: false, outbound: { privateTargets: true } });
const { ownerToken: token, add } = await createTestStaff(server);
const base = "/_api/porchlight/v1/webhooks";
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const call = (method: string, path = "", body?: object) =>
  server.call(method, `${base}${path}`, { token, ...(body && { body }) });

it("creates, tests, pauses and deletes a webhook", async () => {
  const events = ["wix.blog.v3.post_created"];
  const { body: created } = await call("POST", "", { appId: server.clientId, url: receiver.url, events });
  const tested = await call("POST", `/${created.id}/test`, {});
  expect(tested.body.test).toMatchObject({ status: 200, error: null });
  expect(receiver.deliveries[0]?.envelope.eventType).toBe("porchlight.webhook_test");
  expect((await call("PATCH", `/${created.id}`, { isPaused: true })).status).toBe(200);
  expect((await call("GET")).body.webhooks).toMatchObject([{ id: created.id, state: "paused", events, failed: 0 }]);
  expect((await call("DELETE", `/${created.id}`)).status).toBe(200);
  expect((await call("GET")).body.webhooks).toEqual([]);
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/test"],
  ] as const)
    expect(codeOf(await call(method, `/${created.id}${path}`, {}))).toBe("NOT_FOUND");
});

it("logs deliveries with request and response, and sends them again", async () => {
  receiver.respondWith(500);
  const { body: created } = await call("POST", "", {
    appId: server.clientId,
    url: receiver.url,
    events: ["wix.blog.v3.tag_created"],
  });
  const label = await server.call("POST", "/blog/v3/tags", { token, body: { label: "Herbs" } });
  expect(label.status).toBe(200);
  const list = async () => (await call("GET", `/deliveries?webhookId=${created.id}`)).body.deliveries;
  await expect.poll(async () => (await list())[0]?.lastStatus).toBe(500);
  const [delivery] = await list();
  expect(delivery).toMatchObject({ status: "WAITING", event: "wix.blog.v3.tag_created", attempts: 1 });
  receiver.respondWith(200);
  expect((await call("POST", `/deliveries/${delivery.id}/resend`, {})).status).toBe(200);
  await expect.poll(async () => (await list())[0]?.status).toBe("DELIVERED");
  const { body } = await call("GET", `/deliveries/${delivery.id}`);
  expect(body.delivery).toMatchObject({ url: receiver.url, tries: [{ status: 500 }, { status: 200 }] });
  expect(JSON.stringify(body.delivery.request)).toContain("Herbs");
});

it("names the rejected field", async () => {
  const fieldOf = ({ body }: TestResponse) => body.details.validationError.fieldViolations[0].field;
  const valid = { appId: server.clientId, url: receiver.url, events: ["wix.blog.v3.post_created"] };
  expect(fieldOf(await call("POST", "", { ...valid, url: "ftp://example.com" }))).toBe("url");
  expect(fieldOf(await call("POST", "", { ...valid, appId: crypto.randomUUID() }))).toBe("appId");
  expect(fieldOf(await call("POST", "", { ...valid, events: [] }))).toBe("events");
});

it("lists the public keys, and rotates them", async () => {
  const { body: before } = await call("GET", "/keys");
  expect(before.keys[0].publicKey).toContain("BEGIN PUBLIC KEY");
  const { body: after } = await call("POST", "/keys/rotate", { immediately: true });
  expect(after.keys.map(({ id }: { id: string }) => id)).not.toContain(before.keys[0].id);
});

it("is for owners, and creates only after a recent authentication", async () => {
  const editor = await add("editor@example.com", "editor");
  expect(codeOf(await server.call("GET", base, { token: editor }))).toBe("NOT_ALLOWED");
  server.advance(11 * 60_000);
  const body = { appId: server.clientId, url: receiver.url, events: ["wix.blog.v3.post_created"] };
  expect(codeOf(await call("POST", "", body))).toBe("REAUTHENTICATION_REQUIRED");
});

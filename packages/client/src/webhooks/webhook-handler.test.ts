import { describe, expect, it } from "vitest";
import { AppStrategy } from "./app-strategy.ts";
import type { ReplayCache } from "./replay-cache.ts";
import { withWebhooks } from "./webhook-handler.ts";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const keys = await crypto.subtle.generateKey(
  { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  true,
  ["sign", "verify"],
);
const publicKey = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(await crypto.subtle.exportKey("spki", keys.publicKey)).toString("base64")}\n-----END PUBLIC KEY-----\n`;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

let now = 1_700_000_000_000;
const issuer = "https://one.example";

async function sign(claims: object): Promise<string> {
  const signed = `${base64({ alg: "RS256" })}.${base64({ iat: now / 1000, exp: now / 1000 + 300, ...claims })}`;
  const signature = await crypto.subtle.sign(algorithm, keys.privateKey, Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

const type = "wix.blog.v3.post_created";
const layers = (event: unknown, outer: object = {}) =>
  JSON.stringify({ eventType: type, instanceId: "s", data: JSON.stringify(event), identity: "{}", ...outer });

function connect(tokenMemory?: ReplayCache) {
  const environment = { crypto, now: () => now };
  const { auth: face } = AppStrategy({
    appId: "a",
    publicKey,
    ...(tokenMemory && { replayCache: tokenMemory }),
  }).connect({
    environment,
    hosts: { api: issuer },
  } as never);
  return withWebhooks({ auth: face });
}

describe("a webhook", () => {
  it("is rejected when repeated, at any time", async () => {
    const recordedTokens = new Map<string, number>();
    const client = connect({
      add(token, until) {
        const isNew = (recordedTokens.get(token) ?? 0) <= now;
        recordedTokens.set(token, until);
        return isNew;
      },
      remove: (token) => void recordedTokens.delete(token),
    });
    const token = await sign({ data: layers({}) });
    await client.webhooks.process(token);
    // Within the clock tolerance.
    now += 310_000;
    await expect(client.webhooks.process(token)).rejects.toMatchObject({ code: "TOKEN_REPEATED" });
    now += 30_000;
    await expect(client.webhooks.process(token)).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
  });

  it("that is not text is rejected with a specific error", async () => {
    const client = connect();
    client.posts.onPostCreated(() => undefined);
    for (const data of [
      ...[null, 5, "", "5", "null", "[]", "{", {}, layers("x", { data: 5 }), layers({}, { data: { a: 1 } })],
      ...[{ eventType: 5 }, { eventType: ["x"] }, { eventType: undefined }, { identity: 5 }, { identity: "5" }].map(
        (outer) => layers({}, outer),
      ),
      ...[5, "x", {}, [], null].map((entity) => layers({ createdEvent: { entity } })),
    ]) {
      const outcome = await client.webhooks.process(await sign({ data })).then(
        () => "taken",
        (error: { kind?: string }) => error.kind ?? error,
      );
      expect([data, outcome]).toEqual([data, expect.stringMatching(/^(?:taken|contract|unauthenticated|invalid)$/)]);
    }
  });

  it("that is no token is rejected as invalid", async () => {
    const client = connect();
    const good = await sign({ data: layers({}) });
    for (const text of [undefined, null, 5, {}, "", ".", "..", ".".repeat(5_000_000), `${good}.x`, good.slice(0, -10)])
      await expect(client.webhooks.process(text as string)).rejects.toMatchObject({
        kind: expect.stringMatching(/^(?:invalid|unauthenticated)$/),
      });
  });
});

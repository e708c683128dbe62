import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../testing/test-server.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const { db } = server.deps;

/** Every value that JSON can hold, some of them where a schema expects another. */
const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "x".repeat(20_000),
  "\u202e\u200b",
  "%00",
  "' or 1=1 --",
  [],
  [[]],
  {},
  { a: 1 },
  { length: { toString: 1, valueOf: 1 } },
  ["a@b.co"],
];

const loginId = { email: "ada@example.com" };
const password = "correct horse battery staple";
const stateToken = "x".repeat(43);

/** A body that fits, for every endpoint that takes one. */
const endpoints: Record<string, Record<string, unknown>> = {
  "/_api/iam/authentication/v2/register": {
    loginId,
    password,
    profile: {
      firstName: "Ada",
      addresses: [{ address: { geocode: { latitude: 1, longitude: 2 } } }],
      customFields: [{ name: "n", value: { numValue: 1 } }],
    },
  },
  "/_api/iam/authentication/v2/login": {
    loginId,
    password,
    captchaTokens: [{ Recaptcha: "R" }],
    clientMetaData: { a: 1 },
  },
  "/_api/iam/verification/v1/auth/verify": { code: "123456", stateToken },
  "/_api/iam/verification/v1/auth/resend": { stateToken },
  "/_api/iam/recovery/v1/send-email": {
    email: "ada@example.com",
    language: "en",
    redirect: { url: `${server.origin}/reset`, clientId: server.clientId },
  },
  "/_api/iam/recovery/v1/recover": { recoveryToken: "x".repeat(43), password },
  "/_api/iam/authentication/v2/change-password": { newPassword: password, currentPassword: password },
  "/_api/iam/authentication/v2/validate-email": { email: "ada@example.com" },
  "/_api/redirects-api/v1/redirect-session": {
    auth: {
      authRequest: {
        clientId: server.clientId,
        codeChallenge: "x".repeat(43),
        codeChallengeMethod: "S256",
        responseType: "code",
        responseMode: "fragment",
        redirectUri: `${server.origin}/callback`,
        state: "S",
      },
      prompt: "none",
    },
  },
  "/oauth2/token": {
    grantType: "authorization_code",
    clientId: server.clientId,
    code: "c".repeat(43),
    codeVerifier: "v".repeat(43),
  },
};

/** A value with one part, at any depth, replaced by each of `values`, or left out. */
function* spoiled(value: unknown, replace: (next: unknown) => unknown): Generator<unknown> {
  for (const next of values) yield replace(next);
  if (Array.isArray(value)) yield* spoiled(value[0], (next) => replace([next]));
  else if (typeof value === "object" && value !== null) {
    for (const [key, held] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield replace(others);
      yield* spoiled(held, (next) => replace({ ...others, [key]: next }));
    }
  }
}

const rawBodies = [
  "",
  "{",
  "null",
  "5",
  '"x"',
  "[]",
  "[{}]",
  "{}",
  "\ufeff{}",
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"a":1}}',
  '{"loginId":{"constructor":{"prototype":1}}}',
  `{"a":${"[".repeat(41)}${"]".repeat(41)}}`,
  `{"a":${"[".repeat(30_000)}`,
  JSON.stringify({ a: Array.from({ length: 10_001 }, () => 0) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [index, 0]))),
  JSON.stringify({ loginId: { email: "a@b.co" }, password: "x".repeat(66_000) }),
];

const counts = async () =>
  Promise.all(
    (["members", "authorization_codes", "session_tokens", "state_tokens", "outbox"] as const).map(async (table) =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as("count"))
            .executeTakeFirstOrThrow()
        ).count,
      ),
    ),
  );

describe.each(Object.entries(endpoints))("hostile input to %s", (path, fits) => {
  it("is refused in an envelope, never a failure of ours, and changes nothing", async () => {
    const before = await counts();
    for (const body of rawBodies) {
      const answer = await server.call("POST", path, { token, body, headers: { "content-type": "application/json" } });
      expect([400, 401, 413], `${body.slice(0, 60)} → ${JSON.stringify(answer.body)}`).toContain(answer.status);
      expect(answer.body.message).toEqual(expect.any(String));
      expect(answer.headers.get("x-wix-request-id")).toMatch(/^[\w-]{36}$/);
    }
    expect(await counts()).toEqual(before);
  });

  it("of another encoding is refused", async () => {
    const send = (body: BodyInit, headers: Record<string, string>) =>
      server.fetch(
        new Request(`http://localhost:4000${path}`, {
          method: "POST",
          body,
          headers: { authorization: token, ...headers },
        }),
      );
    const json = { "content-type": "application/json" };
    expect((await send(gzipSync("{}"), { ...json, "content-encoding": "gzip" })).status).toBe(415);
    expect((await send("a=b", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await send("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect([400, 401]).toContain((await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json)).status);
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(" ".repeat(16 * 1024)));
      },
    });
    const endless = new Request(`http://localhost:4000${path}`, {
      method: "POST",
      body: chunks,
      duplex: "half",
      headers: { authorization: token, ...json },
    } as RequestInit);
    expect((await server.fetch(endless)).status).toBe(413);
  });

  it("of every wrong type at every place is answered without a failure of ours", async () => {
    // Hashing is left out: a thousand registrations would only measure argon2.
    const { passwords } = server.deps;
    server.deps.passwords = { ...passwords, hash: async () => "unusable", verify: async () => false };
    for (const body of spoiled(fits, (next) => next)) {
      if (typeof body !== "object" || body === null) continue;
      const { status, body: answer } = await server.call("POST", path, { token, body });
      expect(status, `${JSON.stringify(body).slice(0, 300)} → ${JSON.stringify(answer)}`).toBeLessThan(500);
      for (const violation of answer.details?.validationError?.fieldViolations ?? [])
        expect(violation.data).toEqual(expect.any(Object));
    }
    server.deps.passwords = passwords;
  });
});

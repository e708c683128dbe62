import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { createApiKey } from "./api-keys.ts";

const server = await createTestServer();
const { db } = server.context;
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Tests", role: "admin" });
/** A visitor, and an API key of role admin, so that requests fail only because of their form. */
const token = `${await server.visitorToken()},${key}`;

/** Every kind of JSON value. */
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

const authRequest = {
  clientId: server.clientId,
  codeChallenge: "x".repeat(43),
  codeChallengeMethod: "S256",
  responseType: "code",
  responseMode: "fragment",
  redirectUri: `${server.origin}/callback`,
  state: "S",
};
const grants = {
  refresh: { grantType: "refresh_token", clientId: server.clientId, refreshToken: "r".repeat(43) },
  code: {
    grantType: "authorization_code",
    clientId: server.clientId,
    code: "c".repeat(43),
    codeVerifier: "v".repeat(43),
  },
  member: {
    grant_type: "authorized_client",
    scope: "offline_access",
    member_id: "11111111-1111-4111-8111-111111111111",
    session_token: "s".repeat(43),
  },
};

/** Valid requests by path and purpose; `wrapped` ones are nested in the body of another request. */
const requests: Record<string, Record<string, unknown>> = {
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
  "/_api/iam/recovery/v1/activation-email": {
    identityId: "11111111-1111-4111-8111-111111111111",
    emailOptions: { language: "en", redirect: { url: `${server.origin}/welcome`, clientId: server.clientId } },
  },
  "/_api/iam/recovery/v1/recover": {
    recoveryToken: "x".repeat(43),
    password,
    profile: { firstName: "Ada", lastName: "Lovelace" },
  },
  "/_api/iam/authentication/v2/change-password": { newPassword: password, currentPassword: password },
  "/_api/iam/authentication/v2/validate-email": { email: "ada@example.com" },
  "/_api/iam/authentication/v2/sign-on": { loginId, profile: { firstName: "Ada" }, verifyEmail: true },
  "/_api/iam/verification/v1/start": { identityId: grants.member.member_id, target: "EMAIL" },
  "/_api/iam/authentication/v2/SMS/verify": {
    factorType: "SMS",
    stateToken,
    rememberThisDevice: true,
    smsData: { code: "123456" },
    callData: { code: "123456" },
    emailData: { code: "123456" },
    totpData: { code: "123456" },
    recoveryCodeData: { code: "abcde-fghjk" },
    pushData: {},
  },
  "/_api/porchlight/v1/auth/factors": { type: "SMS", name: "Phone", phoneNumber: "+442079460000" },
  "/_api/porchlight/v1/auth/push-answers": { pushToken: "x".repeat(43), approved: true, number: "42" },
  "/_api/porchlight/v1/auth/reauthenticate": { password },
  "/_api/redirects-api/v1/redirect-session": { auth: { authRequest, prompt: "none" } },
  "/_api/redirects-api/v1/redirect-session logout": {
    logout: { clientId: server.clientId },
    callbacks: { postFlowUrl: `${server.origin}/bye` },
  },
  "/oauth2/token code": grants.code,
  "/oauth2/token refresh": grants.refresh,
  "/oauth2/token member": grants.member,
  "/oauth2/token wrapped refresh": grants.refresh,
  "/oauth2/token wrapped member": grants.member,
  "/oauth2/token-info": { token: "t".repeat(43) },
  "/oauth2/token-info wrapped": { token: "t".repeat(43) },
};

/** The request as sent. */
const wrapped = (text: string) => JSON.stringify({ body: Buffer.from(text).toString("base64"), method: "POST" });

/** Copies of a value with one part, at any depth, replaced by each of `values` or removed. */
function* spoiled(value: unknown, replace: (next: unknown) => unknown): Generator<unknown> {
  for (const next of values) yield replace(next);
  if (Array.isArray(value)) yield* spoiled(value[0], (next) => replace([next]));
  else if (typeof value === "object" && value !== null) {
    for (const [key, stored] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield replace(others);
      yield* spoiled(stored, (next) => replace({ ...others, [key]: next }));
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

describe.each(Object.entries(requests))("hostile input to %s", (name, valid) => {
  const [path = "", ...about] = name.split(" ");
  const isWrapped = about.includes("wrapped");
  const send = (text: string) =>
    server.call("POST", path, {
      token,
      body: isWrapped ? wrapped(text) : text,
      headers: { "content-type": "application/json" },
    });

  it("returns a validation error, never a server error, and changes nothing", async () => {
    // Emails of the preceding valid requests may still be queued.
    const waiting = () => db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
    await expect.poll(waiting, { interval: 10 }).toEqual([]);
    const before = await counts();
    for (const body of rawBodies) {
      const response = await send(body);
      expect([400, 401, 413], `${body.slice(0, 60)} → ${JSON.stringify(response.body)}`).toContain(response.status);
      expect(response.body.message).toEqual(expect.any(String));
      expect(response.headers.get("x-wix-request-id")).toMatch(/^[\w-]{36}$/);
    }
    expect(await counts()).toEqual(before);
  });

  it("is rejected with another encoding", async () => {
    const sendAs = (body: BodyInit, headers: Record<string, string>) =>
      server.fetch(
        new Request(`http://localhost:4000${path}`, {
          method: "POST",
          body,
          headers: { authorization: token, ...headers },
        }),
      );
    const json = { "content-type": "application/json" };
    expect((await sendAs(gzipSync("{}"), { ...json, "content-encoding": "gzip" })).status).toBe(415);
    expect((await sendAs("a=b", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await sendAs("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect([400, 401]).toContain(
      (await sendAs(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json)).status,
    );
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

  it("of a wrong type anywhere never causes a server error", async () => {
    // Without password hashing: a thousand registrations would only measure argon2.
    const { passwords } = server.context;
    server.context.passwords = { ...passwords, hash: async () => "unusable", verify: async () => false };
    for (const body of spoiled(valid, (next) => next)) {
      if (typeof body !== "object" || body === null) continue;
      const { status, body: response } = await send(JSON.stringify(body));
      expect(status, `${JSON.stringify(body).slice(0, 300)} → ${JSON.stringify(response)}`).toBeLessThan(500);
      for (const violation of response.details?.validationError?.fieldViolations ?? [])
        expect(violation).toMatchObject({ field: expect.stringMatching(/./), data: expect.any(Object) });
    }
    server.context.passwords = passwords;
  });
});

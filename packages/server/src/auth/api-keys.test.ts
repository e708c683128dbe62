import { afterEach, describe, expect, it, vi } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import type { ApiKeyRole } from "../platform/context/caller.ts";
import { newId } from "../platform/db/ids.ts";
import { newApiKey } from "../platform/identity/api-keys.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();

const newKey = (role: ApiKeyRole) => createApiKey(context, owner, { name: role, role });
const [{ key: admin, id: adminId }, { key: editor }, { key: read }] = await Promise.all([
  newKey("admin"),
  newKey("editor"),
  newKey("read"),
]);

let names = 0;
const newEmail = () => `signed-on-${++names}@example.com`;
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const listPosts = (token: string, siteId?: string) =>
  server.call("GET", "/v3/posts", { token, ...(siteId === undefined ? {} : { headers: { "wix-site-id": siteId } }) });
const signOn = (token: string, email: string, more: object = {}) =>
  server.call("POST", "/_api/iam/authentication/v2/sign-on", { token, body: { loginId: { email }, ...more } });
const impersonate = (token: string | undefined, member_id: unknown, more: object = {}) =>
  server.call("POST", "/oauth2/token", {
    token,
    body: { grant_type: "authorized_client", scope: "offline_access", member_id, ...more },
  });
const currentMember = (token: string) => server.call("GET", "/members/v1/members/my", { token });
const countMembers = async () => (await context.db.selectFrom("members").select("id").execute()).length;
afterEach(() => server.context.db.deleteFrom("rate_limits").execute());

describe("API keys", () => {
  it.each([["admin"], ["editor"], ["read"]] as const)("of role %s can read the blog", async (role) => {
    const { key } = await newKey(role);
    for (const siteId of [undefined, context.site.id, context.site.id.toUpperCase()]) {
      expect((await listPosts(key, siteId)).status).toBe(200);
    }
    expect((await listPosts(`Bearer ${key}`)).status).toBe(200);
  });

  it("work immediately after their creation", async () => {
    // Loads the keys that the server caches.
    expect((await listPosts(read)).status).toBe(200);
    const created = await Promise.all([newKey("read"), newKey("read"), newKey("editor")]);
    const responses = await Promise.all(created.map(({ key }) => listPosts(key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("are accepted together with an access token if both are valid", async () => {
    expect((await listPosts(`${visitor},${read}`)).status).toBe(200);
    const made = newApiKey(newId());
    for (const header of [
      `${visitor},${made}`,
      `${made},${visitor}`,
      `no,${read}`,
      `,${read}`,
      `${visitor},`,
      `${visitor},no`,
    ]) {
      expect([(await listPosts(header)).status, header], header).toEqual([401, header]);
    }
    expect((await listPosts(`${visitor},${read},${read}`)).status).toBe(401);
  });

  it("are rejected if invented, altered, or of another site", async () => {
    const rejected = [
      newApiKey(newId()),
      newApiKey(adminId),
      `${admin.slice(0, -1)}${admin.endsWith("A") ? "B" : "A"}`,
      `${admin}A`,
      admin.slice(0, -1),
      admin.toUpperCase(),
      "plk_",
      `plk_${"0".repeat(32)}_${"é".repeat(43)}`.normalize("NFD").replace(/[^\x20-\x7e]/g, ""),
    ];
    for (const key of rejected) {
      const response = await listPosts(key);
      expect([response.status, codeOf(response)], key).toEqual([401, "UNAUTHENTICATED"]);
    }
    expect((await listPosts(read, newId())).status).toBe(401);
    expect((await listPosts(`${visitor},${read}`, newId())).status).toBe(401);
  });

  it("stop working within a second of being revoked, and stay listed", async () => {
    const { id, key } = await newKey("admin");
    expect((await listPosts(key)).status).toBe(200);
    await revokeApiKey(context, owner, id);
    await vi.waitUntil(async () => (await listPosts(key)).status === 401, { interval: 50, timeout: 2_000 });
    expect((await listPosts(`${visitor},${key}`)).status).toBe(401);
    const before = await listApiKeys(context, owner);
    await revokeApiKey(context, owner, id);
    expect(await listApiKeys(context, owner)).toEqual(before);
    expect(before.find((listed) => listed.id === id)).toMatchObject({ role: "admin", revokedDate: expect.any(String) });
    for (const unknown of [newId(), "no id", ""])
      await expect(revokeApiKey(context, owner, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are not stored in plain text", async () => {
    const rows = JSON.stringify(await context.db.selectFrom("api_keys").selectAll().execute());
    for (const key of [admin, editor, read]) expect(rows).not.toContain(key.slice(-43));
    expect(JSON.stringify(await listApiKeys(context, owner))).not.toContain("plk_");
  });

  it("can only be created by the owner, with a name", async () => {
    for (const caller of [
      { kind: "anonymous" },
      { kind: "apiKey", apiKey: { keyId: adminId, role: "admin" } },
    ] as const)
      await expect(createApiKey(context, caller, { name: "x", role: "read" })).rejects.toMatchObject({
        code: "NOT_ALLOWED",
      });
    for (const name of ["", "  ", "a\nb", "x".repeat(101)])
      await expect(createApiKey(context, owner, { name, role: "read" })).rejects.toMatchObject({
        name: "InvalidArguments",
      });
  });
});

describe("POST /_api/iam/authentication/v2/sign-on", () => {
  const both = `${visitor},${admin}`;

  it("creates a member without a password who signs in with the session token", async () => {
    const email = newEmail();
    const { status, body } = await signOn(both, ` ${email.toUpperCase()}`, {
      profile: { firstName: "Ada" },
      verifyEmail: true,
      mergeExistingContact: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      sessionToken: expect.stringMatching(/^[\w-]{43}$/),
      identity: expect.objectContaining({ emailVerified: true, status: { name: "ACTIVE", reasons: [] } }),
    });
    const tokens = await impersonate(both, body.identity.id, { session_token: body.sessionToken, scope: undefined });
    expect(tokens.status).toBe(200);
    expect((await currentMember(tokens.body.access_token)).body.member.id).toBe(body.identity.id);
    expect(codeOf(await steps.login(email, ""))).toBe("-19976");
    const again = await impersonate(both, body.identity.id, { session_token: body.sessionToken });
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
  });

  it("finds an existing member, and verifies the email if the client has", async () => {
    const email = newEmail();
    const first = await signOn(both, email);
    const second = await signOn(both, email);
    const third = await signOn(both, email, { verifyEmail: true });
    expect([first, second, third].map(({ body }) => body.identity.emailVerified)).toEqual([false, false, true]);
    expect(new Set([first, second, third].map(({ body }) => body.identity.id)).size).toBe(1);
  });

  it("fills in missing profile fields on request, without changing existing ones", async () => {
    const email = newEmail();
    await signOn(both, email, { profile: { firstName: "Ada" } });
    const profile = { firstName: "Eve", lastName: "King", phones: [{ phone: "+44 20 7946 0000" }] };
    const ignored = await signOn(both, email, { profile });
    expect(ignored.body.identity.identityProfile).not.toHaveProperty("lastName");
    const merged = await signOn(both, email, { profile, mergeExistingContact: true });
    expect(merged.body.identity.identityProfile).toMatchObject({ ...profile, firstName: "Ada" });
  });

  it("creates one member for ten concurrent requests", async () => {
    const before = await countMembers();
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 10 }, () => signOn(both, email)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await countMembers()).toBe(before + 1);
  });

  it("signs in to an account with a password only if both sides have verified the email", async () => {
    const unverifiedEmail = newEmail();
    await steps.register(unverifiedEmail);
    for (const verifyEmail of [true, false]) {
      const response = await signOn(both, unverifiedEmail, { verifyEmail });
      expect([response.status, codeOf(response)]).toEqual([409, "SIGN_ON_NOT_CONFIRMED"]);
    }
    const confirmed = newEmail();
    const { memberId } = await steps.newMember(confirmed);
    expect((await signOn(both, confirmed)).status).toBe(409);
    const { body } = await signOn(both, confirmed, { verifyEmail: true });
    expect([body.identity.id, body.sessionToken]).toEqual([memberId, expect.any(String)]);
    expect((await steps.login(confirmed)).body.state).toBe("SUCCESS");
  });

  it("creates no session for a blocked member", async () => {
    const email = newEmail();
    const { body } = await signOn(both, email);
    await context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", body.identity.id).execute();
    const blocked = await signOn(both, email);
    expect(blocked.body).toEqual({ identity: expect.objectContaining({ status: { name: "BLOCKED", reasons: [] } }) });
    const tokens = await impersonate(both, body.identity.id);
    expect([tokens.status, tokens.body.error]).toEqual([400, "invalid_grant"]);
  });

  it("requires an admin key, and changes nothing otherwise", async () => {
    const before = await countMembers();
    expect((await server.call("POST", "/_api/iam/authentication/v2/sign-on", { body: {} })).status).toBe(401);
    for (const token of [visitor, read, editor, `${visitor},${read}`, `${visitor},${editor}`]) {
      const response = await signOn(token, newEmail(), { verifyEmail: true });
      expect([response.status, codeOf(response)]).toEqual([403, "NOT_ALLOWED"]);
    }
    const invalid = await signOn(both, "nope");
    expect(invalid.body.details.validationError.fieldViolations).toMatchObject([
      { field: "loginId.email", data: { type: "EMAIL" } },
    ]);
    expect(await countMembers()).toBe(before);
  });
});

describe("grant authorized_client", () => {
  const both = `${visitor},${admin}`;

  it("issues a member's tokens, which can be renewed", async () => {
    const { memberId } = await steps.newMember(newEmail());
    const { status, body } = await impersonate(both, memberId.toUpperCase());
    expect(status).toBe(200);
    expect((await currentMember(body.access_token)).body.member.id).toBe(memberId);
    const renewed = await server.call("POST", "/oauth2/token", {
      body: { grantType: "refresh_token", clientId: server.clientId, refreshToken: body.refresh_token },
    });
    expect(renewed.status).toBe(200);
  });

  it("requires an admin key and a token", async () => {
    const { memberId } = await steps.newMember(newEmail());
    for (const token of [undefined, visitor, admin, `${visitor},${read}`, `${visitor},${editor}`]) {
      const response = await impersonate(token, memberId);
      expect([response.status, response.body.error], token).toEqual([400, "unauthorized_client"]);
    }
    expect((await impersonate(`,${admin}`, memberId)).status).toBe(401);
  });

  it("consumes a session token once, for its member only", async () => {
    const signedOn = (await signOn(both, newEmail())).body;
    const { memberId: otherMember } = await steps.newMember(newEmail());
    const session_token = signedOn.sessionToken;
    expect((await impersonate(both, otherMember, { session_token })).status).toBe(400);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => impersonate(both, signedOn.identity.id, { session_token })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it("has the same response for unknown members and for foreign, invalid or used session tokens", async () => {
    const { memberId } = await steps.newMember(newEmail());
    const other = (await signOn(both, newEmail())).body;
    const keyOnly = (await signOn(admin, newEmail())).body;
    const responses = [
      await impersonate(both, newId()),
      await impersonate(both, memberId, { session_token: "made up" }),
      await impersonate(both, memberId, { session_token: other.sessionToken }),
      await impersonate(both, keyOnly.identity.id, { session_token: keyOnly.sessionToken }),
    ];
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(responses[0]!.body.error).toBe("invalid_grant");
    for (const member_id of [undefined, 5, "x", { a: 1 }])
      expect((await impersonate(both, member_id)).body.error).toBe("invalid_request");
    const unknown = await server.call("POST", "/oauth2/token", { body: { grant_type: "password" } });
    expect(unknown.body.error).toBe("unsupported_grant_type");
  });
});

describe("POST /_api/iam/recovery/v1/send-email", () => {
  const sendEmail = (token: string, email: string, redirect?: object) =>
    server.call("POST", "/_api/iam/recovery/v1/send-email", { token, body: { email, redirect } });
  const linkTo = async (email: string) => {
    const links = async () => {
      const { body } = await server.call("GET", `/dev/mail.json?to=${email}`);
      return body.flatMap((mail: { link?: string }) => (mail.link?.includes("#token=") ? mail.link : []));
    };
    await expect.poll(links, { interval: 10 }).toHaveLength(1);
    return (await links())[0].split("#")[0];
  };
  const url = `${server.origin}/reset`;

  it.each([
    ["the member site", undefined, "http://localhost:4000/reset-password"],
    ["a page of the requested app", { url, clientId: server.clientId }, url],
  ])("emails a link to %s", async (_what, redirect, page) => {
    const email = newEmail();
    await steps.newMember(email);
    const { status, body } = await sendEmail(read, email, redirect);
    expect([status, body]).toEqual([200, {}]);
    expect(await linkTo(email)).toBe(page);
  });

  it("requires an API client to name the app of the page", async () => {
    for (const [redirect, field] of [
      [{ url }, "redirect.clientId"],
      [{ url, clientId: newId() }, "redirect.clientId"],
    ] as const) {
      const { status, body } = await sendEmail(admin, newEmail(), redirect);
      expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, field]);
    }
    const foreign = { url: "https://evil.example/", clientId: server.clientId };
    expect(codeOf(await sendEmail(admin, newEmail(), foreign))).toBe("REDIRECT_NOT_REGISTERED");
  });
});

describe("verification, token-info and user-info", () => {
  it("start a verification for any member with a key, but not without one", async () => {
    const email = newEmail();
    const { identity } = (await signOn(admin, email)).body;
    const start = (token: string, identityId: string) =>
      server.call("POST", "/_api/iam/verification/v1/start", { token, body: { identityId, target: "EMAIL" } });
    const { status, body } = await start(admin, identity.id.toUpperCase());
    expect(status).toBe(200);
    const [code] = await steps.codes(email);
    const verified = await server.call("POST", "/_api/iam/verification/v1/auth/verify", {
      token: admin,
      body: { stateToken: body.verificationId, code },
    });
    expect(verified.body).toMatchObject({ state: "SUCCESS", identity: { emailVerified: true } });
    const waiting = (await steps.register(newEmail())).body.identity.id;
    expect((await start(admin, waiting)).status).toBe(200);
    await context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", waiting).execute();
    expect((await start(admin, waiting)).status).toBe(404);
    expect((await start(admin, newId())).status).toBe(404);
    for (const token of [visitor, read, `${visitor},${editor}`])
      expect((await start(token, identity.id)).status).toBe(403);
  });

  const info = (authorization: string | undefined, body: unknown) =>
    server.call("POST", "/oauth2/token-info", { token: authorization, body });

  it("describe a token to an API key, wrapped or not", async () => {
    const wrapped = {
      body: Buffer.from(JSON.stringify({ token: visitor })).toString("base64"),
      headers: [],
      method: "POST",
    };
    for (const body of [{ token: visitor }, wrapped]) {
      const response = await info(read, body);
      expect(response.body).toEqual({
        active: true,
        subjectType: "VISITOR",
        subjectId: expect.any(String),
        exp: expect.stringMatching(/^\d+$/),
        iat: expect.stringMatching(/^\d+$/),
        clientId: server.clientId,
        siteId: context.site.id,
        instanceId: context.site.id,
      });
      expect(Number(response.body.exp) - Number(response.body.iat)).toBe(3600);
    }
  });

  it("describe no foreign tokens without a key, and no inactive ones", async () => {
    const { sessionToken } = await steps.newMember(newEmail());
    const { access_token: member } = await steps.memberTokens(sessionToken);
    expect((await info(member, { token: member })).body).toMatchObject({ active: true, subjectType: "MEMBER" });
    expect((await info(visitor, { token: member })).body).toEqual({ active: false });
    expect((await info(read, { token: member })).body.active).toBe(true);
    await context.db.updateTable("sessions").set({ revoked_at: new Date() }).where("role", "=", "member").execute();
    for (const token of [member, "made up", admin])
      expect((await info(read, { token })).body).toEqual({ active: false });
    expect((await info(undefined, { token: visitor })).status).toBe(401);
    for (const body of [{}, { token: 5 }, { body: "!" }, { body: "e30=" }])
      expect((await info(read, body)).status).toBe(400);
  });

  it("return the subject of the request's own token", async () => {
    const { memberId } = await steps.newMember(newEmail());
    const { access_token } = (await impersonate(`${visitor},${admin}`, memberId)).body;
    const userInfo = (token: string) => server.call("GET", "/oauth2/user-info", { token });
    expect((await userInfo(access_token)).body).toEqual({ sub: memberId });
    expect((await userInfo(admin)).body).toEqual({ sub: adminId });
  });
});

import { createHash, randomBytes } from "node:crypto";
import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { createApp } from "../../packages/server/src/auth/apps/apps.ts";
import { createMember } from "../../packages/server/src/members/administration/create-member.ts";
import { newCaptchaToken } from "../../packages/server/test/auth/captcha-provider.ts";
import { changeSetting, createSignInSteps, goodPassword } from "../../packages/server/test/auth/sign-in-steps.ts";
import { createTestServer, type TestAnswer } from "../../packages/server/test/test-server.ts";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, type FixtureFile, type RecordedRequest, readRecordings } from "./recording.ts";

/**
 * The server's half of the recordings: what the genuine client sends is sent to our server, brought into a state in which
 * the recorded answer is 200, and our answer has every part that the client reads, in the recorded type.
 */
const recordedClientId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const recordedPostId = "11111111-1111-4111-8111-111111111111";
const origin = "https://me.example";
const email = "a@b.co";

const server = await createTestServer();
const { db, site } = server.context;
await db
  .insertInto("apps")
  .values({
    site_id: site.id,
    id: recordedClientId,
    name: "Recorded",
    redirect_uris: [`${origin}/cb`],
    origins: [],
    refresh_tokens: "stable",
  })
  .execute();
await db
  .insertInto("posts")
  .values({
    site_id: site.id,
    id: recordedPostId,
    slug: "recorded",
    language: "en",
    status: "PUBLISHED",
    title: "Recorded",
    rich_content: JSON.stringify({ nodes: [] }),
    first_published_at: new Date(0),
    last_published_at: new Date(0),
    hero_image: null,
    member_id: null,
    source_key: null,
    source_hash: null,
  })
  .execute();
const visitor = (
  await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId: recordedClientId } })
).body;
const steps = await createSignInSteps({
  ...server,
  clientId: recordedClientId,
  origin,
  visitorToken: async () => visitor.access_token,
});
afterEach(() => db.deleteFrom("members").execute());

/** What stands in a recording for a value that only the server can make. */
type Stand = Record<string, string>;

/** Sends a recorded request with the stand-ins replaced; passwords are ours, for the recorded ones are too weak. */
async function send({ method, path, query, headers, body }: RecordedRequest, stands: Stand = {}): Promise<TestAnswer> {
  const replace = (value: unknown, key?: string): unknown => {
    if (key === "password") return goodPassword;
    if (typeof value === "string") return stands[`${key}:${value}`] ?? stands[value] ?? value;
    if (Array.isArray(value)) return value.map((item) => replace(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, replace(held, name)]));
  };
  return server.call(method, query ? `${path}?${query}` : path, {
    body: body === undefined ? undefined : replace(body),
    token: headers["Authorization"] === undefined ? undefined : visitor.access_token,
    headers: { origin },
  });
}

const recorded = (file: FixtureFile, name: string) => {
  const recording = readRecordings(file).find((candidate) => candidate.name === name);
  if (!recording) throw new Error(`There is no recording "${name}" in ${file}.`);
  return exchangesOf(recording);
};

/** The member whom the recorded answers tell of. */
const recordedProfile = (
  recorded("verification", "verifyDuringAuthentication")[0]!.cannedResponse.body as {
    identity: { identityProfile: IdentityProfile };
  }
).identity.identityProfile;
const addRecordedMember = () =>
  createMember(server.context, { kind: "owner" }, { email, password: goodPassword, profile: recordedProfile });
const sessionToken = async () => {
  await addRecordedMember();
  return (await steps.login(email)).body.sessionToken as string;
};
/** A pending member with the recorded profile, and what confirms their e-mail. */
async function startVerification(): Promise<{ stateToken: string; code: string }> {
  const before = (await server.call("GET", `/dev/mail.json?to=${email}`)).body.length;
  const { body } = await steps.register(email, { profile: recordedProfile });
  const codes = await steps.codes(email, before + 1);
  return { stateToken: body.stateToken, code: codes.at(-1)! };
}
const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

describe("recordings of auth, server half", () => {
  it.each([
    ["strategy.register success", { emailVerification: "off", memberApproval: "everyone" }],
    ["strategy.register with captcha tokens", { emailVerification: "off", memberApproval: "everyone" }],
    ["registerV2 full profile", { emailVerification: "off", memberApproval: "everyone" }],
    ["strategy.register owner approval", { emailVerification: "off", memberApproval: "owner" }],
    ["strategy.register email verification", { emailVerification: "required", memberApproval: "everyone" }],
  ] as const)("%s", async (name, settings) => {
    await changeSetting(server, "emailVerification", settings.emailVerification);
    await changeSetting(server, "memberApproval", settings.memberApproval);
    const [exchange] = recorded("auth", name);
    const { request, cannedResponse } = exchange!;
    const answer = await send(request);
    expect(answer.status).toBe(200);
    // A new member's profile is what the request carries; the recorded answer tells of a longer one.
    const { profile = {} } = request.body as { profile?: { addresses?: { address: object }[] } };
    const address = Object.keys(profile.addresses?.[0]?.address ?? {});
    expectRecordedShape(answer.body, cannedResponse.body, {
      identityProfile: [...Object.keys(profile), "privacyStatus"],
      address,
      value: [],
    });
    expect(answer.body.state).toBe((cannedResponse.body as { state: string }).state);
  });

  it.each(["strategy.login success", "strategy.login with only one captcha", "loginV2"])("%s", async (name) => {
    await addRecordedMember();
    const [exchange] = recorded("auth", name);
    const answer = await send(exchange!.request);
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
    expect(answer.body.state).toBe("SUCCESS");
  });
});

describe("recordings of the captcha, server half", () => {
  afterEach(() => changeSetting(server, "captcha", "off"));

  it.each(["register", "login"] as const)("strategy.%s captcha missing and invalid", async (call) => {
    if (call === "login") await addRecordedMember();
    await changeSetting(server, "captcha", "always");
    const [missing] = recorded("auth", `strategy.${call} captcha missing`);
    const [invalid] = recorded("auth", `strategy.${call} captcha invalid`);
    const name = call === "login" ? "strategy.login with only one captcha" : "strategy.register with captcha tokens";
    const [shown] = recorded("auth", name);
    // The recorded refusals differ in their status from call to call; the client looks at the code alone.
    for (const [request, { body: told }, code] of [
      [missing!.request, missing!.cannedResponse, "-19971"],
      [shown!.request, invalid!.cannedResponse, "-19970"],
    ] as const) {
      const answer = await send(request);
      expect([answer.status, answer.body.details.applicationError.code]).toEqual([400, code]);
      expectRecordedShape(answer.body, told);
    }
    const token = await newCaptchaToken(server, call, "visible");
    expect((await send(shown!.request, { "Recaptcha:R": token })).status).toBe(200);
  });
});

describe("recordings of verification, server half", () => {
  it.each([
    ["verifyDuringAuthentication", "123456"],
    ["processVerification explicit state", "1"],
  ])("%s", async (name, recordedCode) => {
    await changeSetting(server, "emailVerification", "required");
    await changeSetting(server, "memberApproval", "everyone");
    const { stateToken, code } = await startVerification();
    const [exchange] = recorded("verification", name);
    const answer = await send(exchange!.request, {
      ST: stateToken,
      "ST-2": stateToken,
      [`code:${recordedCode}`]: code,
    });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
    expect(answer.body.state).toBe("SUCCESS");
  });

  it("processVerification from stored state", async () => {
    const [register, verify] = recorded("verification", "processVerification from stored state");
    const before = (await server.call("GET", `/dev/mail.json?to=${email}`)).body.length;
    const registered = await send(register!.request);
    expect(registered.status).toBe(200);
    expectRecordedShape(registered.body, register!.cannedResponse.body);
    const code = (await steps.codes(email, before + 1)).at(-1)!;
    const answer = await send(verify!.request, { "ST-1": registered.body.stateToken, "123456": code });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, verify!.cannedResponse.body, { identityProfile: ["privacyStatus"] });
  });

  it.each(["start", "start (older release, capital S in the path)"])("%s", async (name) => {
    await changeSetting(server, "emailVerification", "off");
    const { body } = await steps.register(email);
    const { access_token: token } = await steps.memberTokens(body.sessionToken);
    const [exchange] = recorded("verification", name);
    const { request, cannedResponse } = exchange!;
    const sent = { ...(request.body as object), identityId: body.identity.id };
    const answer = await server.call(request.method, request.path, { token, body: sent });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, cannedResponse.body);
    await changeSetting(server, "emailVerification", "required");
  });

  it("resendDuringAuthentication (older release)", async () => {
    const { stateToken } = await startVerification();
    const [exchange] = recorded("verification", "resendDuringAuthentication (older release)");
    const answer = await send(exchange!.request, { "STATE.TOKEN": stateToken });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(Object.keys(exchange!.cannedResponse.body as object).sort());
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });
});

describe("recordings of tokens, server half", () => {
  it.each(["anonymous grant", "anonymous grant with tokenRequestOptions headers"])("%s", async (name) => {
    const [exchange] = recorded("tokens", name);
    const answer = await send(exchange!.request);
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });

  it("refresh_token grant", async () => {
    const [exchange] = recorded("tokens", "refresh_token grant");
    const answer = await send(exchange!.request, { "JWS.refresh": visitor.refresh_token });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });

  it("generateVisitorTokens: refresh fails then anonymous", async () => {
    const [refused, anonymous] = recorded("tokens", "generateVisitorTokens: refresh fails then anonymous");
    const first = await send(refused!.request);
    expect(first.status).toBe(refused!.cannedResponse.status);
    expectRecordedShape(first.body, refused!.cannedResponse.body);
    expect((await send(anonymous!.request)).status).toBe(200);
  });

  it.each(["authorization_code grant", "authorization_code grant without redirectUri (direct login)"])(
    "%s",
    async (name) => {
      const [exchange] = recorded("tokens", name);
      const { redirectUri } = exchange!.request.body as { redirectUri?: string };
      const session = await steps.redirectSession({
        sessionToken: await sessionToken(),
        ...(redirectUri ? { redirectUri } : {}),
      });
      const { code } = await steps.posted(session.body.redirectSession.fullUrl);
      const answer = await send(exchange!.request, { CODE: code!, VER: session.codeVerifier });
      expect(answer.status).toBe(200);
      expectRecordedShape(answer.body, exchange!.cannedResponse.body);
    },
  );

  it.each(["first API call bootstraps a visitor token", "expired access token is renewed before the call"])(
    "%s",
    async (name) => {
      for (const { request, cannedResponse } of recorded("tokens", name)) {
        const answer = await send(request, { RT: visitor.refresh_token });
        expect(answer.status).toBe(200);
        expectRecordedShape(answer.body, cannedResponse.body);
      }
    },
  );
});

describe("recordings of API keys and of the oauth module, server half", () => {
  const withKey = async () => {
    const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "recorded", role: "admin" });
    await vi.waitUntil(() => server.context.apiKeys.find(key), { interval: 50, timeout: 10_000 });
    return { key, token: `${visitor.access_token},${key}` };
  };

  it("signOn", async () => {
    const [exchange] = recorded("auth", "signOn");
    const { request, cannedResponse } = exchange!;
    const { token } = await withKey();
    const answer = await server.call(request.method, request.path, { token, body: request.body });
    expect(answer.status).toBe(200);
    const { profile } = request.body as { profile: { addresses: { address: object }[] } };
    expectRecordedShape(answer.body, cannedResponse.body, {
      identityProfile: [...Object.keys(profile), "privacyStatus"],
      address: Object.keys(profile.addresses[0]!.address),
      value: [],
    });
  });

  it("getMemberTokensForExternalLogin", async () => {
    const { id } = await addRecordedMember();
    const [exchange] = recorded("auth", "getMemberTokensForExternalLogin");
    const { request, cannedResponse } = exchange!;
    const body = { ...(request.body as object), member_id: id };
    const answer = await server.call(request.method, request.path, { token: (await withKey()).token, body });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, cannedResponse.body);
  });

  it("getMemberTokensForExternalLoginWithSession", async () => {
    const [signOn, exchange] = recorded("auth", "getMemberTokensForExternalLoginWithSession");
    const { token } = await withKey();
    const signedOn = await server.call("POST", signOn!.request.path, { token, body: signOn!.request.body });
    expectRecordedShape(signedOn.body, signOn!.cannedResponse.body);
    const { sessionToken: session_token, identity } = signedOn.body;
    const body = { ...(exchange!.request.body as object), member_id: identity.id, session_token };
    const answer = await server.call("POST", exchange!.request.path, { token, body });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });

  it("ApiKeyStrategy headers and host", async () => {
    const [exchange] = recorded("blog", "ApiKeyStrategy headers and host");
    const { method, path, query } = exchange!.request;
    const headers = { "wix-site-id": site.id };
    const answer = await server.call(method, `${path}?${query}`, { token: (await withKey()).key, headers });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });

  it("oauth.token module call (raw http body bytes)", async () => {
    const [exchange] = recorded("tokens", "oauth.token module call (raw http body bytes)");
    const answer = await send(exchange!.request);
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
    const { access_token } = JSON.parse(Buffer.from(answer.body.body, "base64").toString());
    expect((await server.call("GET", "/v3/posts", { token: access_token })).status).toBe(200);
  });

  it("oauth.tokenInfo", async () => {
    const [exchange] = recorded("tokens", "oauth.tokenInfo");
    const body = Buffer.from(JSON.stringify({ token: visitor.access_token })).toString("base64");
    const answer = await send({ ...exchange!.request, body: { ...(exchange!.request.body as object), body } });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });

  it("oauth.jwks, of another algorithm", async () => {
    const [exchange] = recorded("tokens", "oauth.jwks");
    const answer = await send(exchange!.request);
    expect(answer.body.keys[0]).toMatchObject({ kid: expect.any(String), use: "sig", alg: "EdDSA" });
  });

  it("oauth.userInfo", async () => {
    const [exchange] = recorded("tokens", "oauth.userInfo");
    const answer = await send(exchange!.request);
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
  });
});

describe("recordings of direct login, server half", () => {
  it.each([
    ["direct login", true],
    ["direct login, error answer from the frame", false],
    ["direct login, 120 s without an answer", false],
  ])("%s", async (name, signedIn) => {
    const [redirect, exchange] = recorded("direct-login", name);
    const { verifier, challenge } = pkce();
    const answer = await send(redirect!.request, {
      "codeChallenge:<43 characters>": challenge,
      "state:<43 characters>": "s".repeat(43),
      ...(signedIn ? { "SESSION.TOKEN": await sessionToken() } : {}),
    });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, redirect!.cannedResponse.body);
    const message = await steps.posted(answer.body.redirectSession.fullUrl);
    expect(message["state"]).toBe("s".repeat(43));
    if (!exchange)
      return expect(message).toMatchObject({ error: "login_required", error_description: expect.any(String) });
    const tokens = await send(exchange.request, { CODE: message["code"]!, "codeVerifier:<43 characters>": verifier });
    expect(tokens.status).toBe(200);
    expectRecordedShape(tokens.body, exchange.cannedResponse.body);
  });
});

describe("recordings of redirects, server half", () => {
  it.each([
    "getAuthUrl default (fragment, login)",
    "getAuthUrl query + none",
    "getAuthUrl idp google",
    "getAuthUrl idp custom",
    "getAuthUrl with sessionToken + web_message",
    "logout",
    "createRedirectSession login (pre-warm)",
  ])("%s", async (name) => {
    const [exchange] = recorded("redirects", name);
    const answer = await send(exchange!.request, { CH: pkce().challenge });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body, { queryParams: [] });
  });
});

describe("recordings of sign-out, server half", () => {
  it("logout (identity API)", async () => {
    const [exchange] = recorded("auth", "logout (identity API)");
    const answer = await send(exchange!.request);
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body);
    expect(answer.body.statusCode).toBe(302);
  });
});

describe("recordings of checkouts, server half", () => {
  it("createRedirectSession all members, once the owner has said where the checkout is", async () => {
    const [exchange] = recorded("redirects", "createRedirectSession all members");
    const shop = await createTestServer();
    await changeSetting(shop, "ecomCheckoutUrl", "https://shop.example/pay/{checkoutId}?a={thankYouPageUrl}");
    const { clientId } = await createApp(shop.context, { kind: "owner" }, { name: "Shop", origins: ["https://me"] });
    const grant = { grantType: "anonymous", clientId };
    const { access_token: token } = (await shop.call("POST", "/oauth2/token", { body: grant })).body;
    const { method, path, body } = exchange!.request;
    const answer = await shop.call(method, path, { token, body });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, exchange!.cannedResponse.body, { queryParams: [] });
  });
});

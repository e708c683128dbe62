import { inspect } from "node:util";
import {
  type ClientEvent,
  createClient,
  isPorchlightError,
  OAuthStrategy,
  requestEvents,
  withExternalLogin,
  withHostedLogin,
  withSecondFactor,
} from "@porchlight/client";
import { authentication, captcha, factors, memberSessions, recovery } from "@porchlight/client/auth";
import { members } from "@porchlight/client/members";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { changeSetting } from "../../packages/server/test/auth/sign-in-steps.ts";
import type { InboxMessage } from "../product.ts";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const email = "ada@example.com";
const password = "a long walk by the sea";

/** Values of these names in requests and responses are secrets. */
const secretNames =
  /^(password|newPassword|currentPassword|(session|state|refresh_?|access_?|recovery|device|push)token|token|code|codeVerifier|secret|recoveryCodes|Recaptcha|InvisibleRecaptcha|apiKey)$/i;
const secrets = new Set<string>();
/** Output visible to an application: events, errors and the console. */
const heard: unknown[] = [];

function note(value: unknown, name = ""): void {
  if (typeof value === "string" && value.length > 3 && secretNames.test(name)) secrets.add(value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) note(member, Array.isArray(value) ? name : key);
}

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

const inside = fetchFrom(server.origin);
let isAway = false;
const watched: typeof fetch = async (input, init) => {
  note(parse(init?.body));
  const authorization = new Headers(init?.headers).get("authorization");
  if (authorization) secrets.add(authorization);
  if (isAway) throw new TypeError("fetch failed");
  const answer = await inside(input, init);
  const body = parse(await answer.clone().text());
  // Error codes are not secrets.
  if (answer.ok) note(body);
  const redirectUrl = String(
    (body as { redirectSession?: { fullUrl?: string } } | undefined)?.redirectSession?.fullUrl ?? "",
  );
  if (redirectUrl) note(Object.fromEntries(new URL(redirectUrl).searchParams));
  return answer;
};

const events: ClientEvent[] = ["signedIn", "signedOut", "renewed", "sessionLost", "degraded", "restored", "changed"];
function newClient() {
  const client = createClient({
    host: server.url,
    auth: withExternalLogin(withHostedLogin(withSecondFactor(OAuthStrategy({ clientId: server.clientId })))),
    modules: { authentication, captcha, factors, members, memberSessions, recovery },
    fetch: watched,
    environment: pageOf(server.origin),
    observe: requestEvents({ traceparent: true }),
  });
  for (const name of [...events, "request"] as const) client.on(name, (event) => heard.push({ name, event }));
  return client;
}
const client = newClient();

/** Also records errors and FAILURE results. */
async function recordOutcome<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await call;
    if ((answer as { loginState?: string } | undefined)?.loginState === "FAILURE") heard.push(answer);
    return answer;
  } catch (error) {
    if (!isPorchlightError(error)) throw error;
    heard.push(error, { ...error }, error.message, error.stack, error.cause);
    return undefined;
  }
}

async function readInbox(): Promise<InboxMessage[]> {
  return (await (await fetch(`${server.url}/dev/mail.json?to=${email}`)).json()) as InboxMessage[];
}

async function inbox(count: number): Promise<InboxMessage> {
  await vi.waitUntil(async () => (await readInbox()).length >= count, { interval: 20, timeout: 5_000 });
  return (await readInbox())[count - 1]!;
}

/** Waits for a message, since several kinds of emails are sent independently. */
async function waitForMessage(find: (messages: InboxMessage[]) => InboxMessage | undefined) {
  const read = async () => find(await readInbox());
  return vi.waitUntil(read, { interval: 20, timeout: 5_000 });
}

const wrong = "another long walk entirely";
beforeAll(() => {
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void heard.push(words));
});
afterAll(() => vi.restoreAllMocks());

describe("the output of a client", () => {
  it("contains no secrets for all sign-in methods and their failures", { timeout: 60_000 }, async () => {
    // Signing up, with a wrong code and the right one.
    await recordOutcome(client.auth.register({ email: "no email", password }));
    await recordOutcome(client.auth.register({ email, password: "short" }));
    const started = await client.auth.register({ email, password, profile: { firstName: "Ada" } });
    expect(started.loginState).toBe("EMAIL_VERIFICATION_REQUIRED");
    const { code = "" } = await inbox(1);
    const other = code === "123456" ? "654321" : "123456";
    await recordOutcome(client.auth.processVerification({ verificationCode: other }));
    const verified = await client.auth.processVerification({ verificationCode: code });
    if (verified.loginState !== "SUCCESS") throw new Error(inspect(verified));
    await recordOutcome(client.auth.register({ email, password }));
    await client.auth.completeLogin(verified.data.sessionToken);
    await recordOutcome(client.auth.completeLogin(verified.data.sessionToken));

    // By password, wrong and right; an MFA code, wrong and right.
    await recordOutcome(client.auth.login({ email, password: wrong }));
    await recordOutcome(client.factors.reauthenticate(wrong));
    const { factor } = await client.factors.addFactor({ type: "EMAIL" });
    await recordOutcome(client.factors.activateFactor(factor._id, other));
    await client.factors.activateFactor(factor._id, (await inbox(2)).code);
    server.advance(60_000);
    await client.auth.login({ email, password });
    await client.auth.requestFactor({ factorType: "EMAIL" });
    await recordOutcome(client.auth.verifyFactor({ factorType: "EMAIL", code: other }));
    const { code: second = "" } = await waitForMessage((all) => all.filter((message) => message.code)[2]);
    const done = await client.auth.verifyFactor({ factorType: "EMAIL", code: second });
    if (done.loginState !== "SUCCESS") throw new Error(inspect(done));
    await client.auth.completeLogin(done.data.sessionToken);
    expect(client.auth.loggedIn()).toBe(true);

    // On the hosted pages; a reused code, a wrong state.
    const data = await client.auth.generateOAuthData(`${server.origin}/callback`);
    note(data);
    await recordOutcome(client.auth.getMemberTokens("made-up-code", data.state, data));
    await recordOutcome(client.auth.getMemberTokens("made-up-code", "foreign", data));
    await recordOutcome(client.auth.getAuthUrl({ ...data, redirectUri: "https://evil.example/callback" }));
    await recordOutcome(client.auth.silentLogin());

    // With a captcha: missing, wrong, right.
    await changeSetting(server, "captcha", "always");
    const page = `${server.origin}/callback`;
    await recordOutcome(client.auth.sendPasswordResetEmail(email, page));
    const made = { invisibleRecaptchaToken: "made-up-captcha-token" };
    await recordOutcome(client.auth.sendPasswordResetEmail(email, page, { captchaTokens: made }));
    const solved = await client.captcha.solveCaptcha({ purpose: "recovery", kind: "silent" });
    await client.auth.sendPasswordResetEmail(email, page, { captchaTokens: solved });
    await recordOutcome(client.auth.sendPasswordResetEmail(email, page, { captchaTokens: solved }));
    await changeSetting(server, "captcha", "off");
    const { link = "" } = await waitForMessage((all) => all.find((message) => message.link?.includes("#token=")));
    const recoveryToken = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
    expect(recoveryToken).not.toBe("");
    await recordOutcome(client.recovery.recover(recoveryToken, { password: "short" }));
    await recordOutcome(client.recovery.recover("made-up-recovery-token", { password }));
    await client.recovery.recover(recoveryToken, { password: "another sea by the walk" });

    // By a program; an outage, a lost session, a rejected token, a sign-out.
    const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Program", role: "admin" });
    secrets.add(key);
    await recordOutcome(client.auth.getMemberTokensForExternalLoginWithSession(email, "pk_made-up-key"));
    const tokens = await client.auth.getMemberTokensForExternalLoginWithSession(email, key, { verifyEmail: true });
    await client.auth.setTokens(tokens);
    isAway = true;
    await recordOutcome(client.auth.renewToken(tokens.refreshToken));
    await recordOutcome(client.members.getCurrentMember());
    isAway = false;
    await recordOutcome(client.auth.renewToken({ value: "made-up-refresh-token", role: "member" }));
    const stale = { value: "stale-access-token", expiresAt: 1 };
    secrets.add(stale.value);
    await client.auth.setTokens({
      accessToken: stale,
      refreshToken: { value: "made-up-refresh-token", role: "member" },
    });
    await recordOutcome(client.members.getCurrentMember());
    await client.auth.logout(`${server.origin}/bye`).catch(() => {});
    await client.auth.signOut();
    const requests = (phase: string) =>
      heard.filter((entry) => (entry as { event?: { phase?: string } } | undefined)?.event?.phase === phase).length;
    await vi.waitUntil(() => requests("end") === requests("start"));

    const names = new Set(heard.flatMap((entry) => (entry as { name?: string } | undefined)?.name ?? []));
    expect([...names]).toEqual(expect.arrayContaining(["signedIn", "sessionLost", "request", "PorchlightError"]));
    for (const secretValue of [
      password,
      wrong,
      code,
      second,
      key,
      recoveryToken,
      "made-up-code",
      "made-up-refresh-token",
    ])
      expect([...secrets], secretValue).toContain(secretValue);
    expect(secrets.size).toBeGreaterThan(25);
    const all = heard.map((entry) => inspect(entry, { depth: 20, showHidden: true, breakLength: Infinity }));
    const leaks = [...secrets].flatMap((secret) => all.filter((text) => text.includes(secret)).slice(0, 1));
    expect(leaks).toEqual([]);
  });
});

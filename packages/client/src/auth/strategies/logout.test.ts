import { describe, expect, it } from "vitest";
import { createClient } from "../../create-client.ts";
import type { TokenStorage } from "../storage/token-storage.ts";
import { fakeEnvironment, start } from "../tokens/token-session-fixture.ts";
import { EMPTY_TOKENS, type Tokens } from "../tokens/tokens.ts";
import { OAuthStrategy } from "./oauth-strategy.ts";

const returnUrl = "https://me.example/bye";
const logoutUrl = "https://members.example/hosted/logout?session=1";
const memberTokens = (lifetimeSeconds = 3600): Tokens => ({
  accessToken: { value: "ACCESS", expiresAt: start / 1000 + lifetimeSeconds },
  refreshToken: { value: "REFRESH", role: "member" },
});

type Respond = (path: string, authorization: string | null) => Promise<Response> | Response;

const respond: Respond = (path) =>
  path.endsWith("/oauth2/token")
    ? Response.json({ access_token: "RENEWED", refresh_token: "REFRESH-2", expires_in: 3600 })
    : Response.json({ redirectSession: { fullUrl: logoutUrl } });

/** A member's client, whose requests are recorded as path, access token and whether the member was signed in. */
function connect(answer: Respond = respond, tokens: Tokens = memberTokens(), tokenStorage?: TokenStorage) {
  const fake = fakeEnvironment();
  const sent: [path: string, authorization: string | null, isSignedIn: boolean][] = [];
  const client = createClient({
    host: "https://members.example",
    auth: OAuthStrategy({ clientId: "app", ...(tokenStorage ? { tokenStorage } : { tokens }) }),
    environment: fake.environment,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const authorization = new Headers(init?.headers).get("authorization");
      sent.push([pathname.replace(/.*\//, "/"), authorization, client.loggedIn()]);
      return answer(pathname, authorization);
    },
  });
  return { ...fake, client, auth: client.auth, sent };
}

describe("logout", () => {
  it("signs out on this device before it ends the session on the server", async () => {
    const { auth, client, sent } = connect();
    const work = auth.logout(returnUrl);
    expect(client.loggedIn()).toBe(false);
    expect(await work).toEqual({ logoutUrl });
    expect(sent).toEqual([["/redirect-session", "ACCESS", false]]);
    expect(auth.getTokens()).toEqual(EMPTY_TOKENS);
  });

  it.each([
    ["an expired", memberTokens(-1)],
    ["a visitor's", { ...memberTokens(), suspendedUntil: start + 60_000 }],
  ])("ends the member's session with %s access token", async (_name, tokens) => {
    const { auth, sent } = connect(respond, tokens);
    expect(await auth.logout(returnUrl)).toEqual({ logoutUrl });
    expect(sent).toEqual([
      ["/token", null, false],
      ["/redirect-session", "RENEWED", false],
    ]);
    expect(auth.getTokens()).toEqual(EMPTY_TOKENS);
  });

  it("renews an access token that the server rejects, and stores no tokens", async () => {
    const rejection = { details: { applicationError: { code: "UNAUTHENTICATED", description: "x" } } };
    const { auth, sent } = connect((path, authorization) =>
      authorization === "ACCESS" ? Response.json(rejection, { status: 401 }) : respond(path, authorization),
    );
    expect(await auth.logout(returnUrl)).toEqual({ logoutUrl });
    expect(sent.map(([path]) => path)).toEqual(["/redirect-session", "/token", "/redirect-session"]);
    expect(auth.getTokens()).toEqual(EMPTY_TOKENS);
  });

  it.each<[string, Respond]>([
    ["is unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["never responds", () => new Promise(() => {})],
    ["is unavailable", () => new Response(null, { status: 503 })],
    ["responds with a page", () => new Response("<!doctype html>")],
    ["has ended the session already", () => Response.json({ error: "invalid_grant" }, { status: 401 })],
  ])("returns to the app within 5 seconds if the server %s", async (_name, answer) => {
    for (const tokens of [memberTokens(), memberTokens(-1)]) {
      const { auth, client, settle, elapsed } = connect(answer, tokens);
      expect(await settle(auth.logout(returnUrl))).toEqual({ logoutUrl: returnUrl });
      expect(client.loggedIn()).toBe(false);
      expect(elapsed()).toBeLessThanOrEqual(5_000);
    }
  });

  it("reports an unregistered URL after it has signed out", async () => {
    const refusal = { details: { applicationError: { code: "REDIRECT_NOT_REGISTERED", description: "x" } } };
    const { auth, client } = connect(() => Response.json(refusal, { status: 400 }));
    await expect(auth.logout(returnUrl)).rejects.toMatchObject({ kind: "misconfigured" });
    expect(client.loggedIn()).toBe(false);
  });

  it("signs out even if it is aborted", async () => {
    const { auth, client } = connect();
    await expect(auth.logout(returnUrl, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "aborted" });
    expect(client.loggedIn()).toBe(false);
  });

  it("is not undone by a read of an asynchronous storage that started before", async () => {
    let resolveRead = (_tokens: Tokens) => {};
    let stored = memberTokens();
    const firstRead = new Promise<Tokens>((resolve) => {
      resolveRead = resolve;
    });
    let reads = 0;
    const { auth, client, settle } = connect(respond, undefined, {
      getTokens: () => (++reads === 1 ? firstRead : Promise.resolve(stored)),
      async setTokens(next) {
        stored = next;
      },
    });
    await settle(auth.logout(returnUrl));
    resolveRead(memberTokens());
    await auth.ready();
    expect(client.loggedIn()).toBe(false);
    expect(stored).toEqual(EMPTY_TOKENS);
  });
});

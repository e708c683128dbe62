import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, createClient } from "../../create-client.ts";
import { isPorchlightError } from "../../errors.ts";
import type { Module } from "../../transport.ts";
import { fakePage } from "../hosted-login/page-fixture.ts";
import { fakeEnvironment } from "../tokens/token-session-fixture.ts";
import { OAuthStrategy } from "./oauth-strategy.ts";
import type { OAuthStrategyOptions } from "./oauth-types.ts";

const host = "https://members.example";
const credentials = { email: "a@b.co", password: "a long walk by the sea" };
const refusal = (code: string) => ({ message: "x", details: { applicationError: { code, description: "x" } } });

afterEach(() => vi.restoreAllMocks());

/** A client whose server responds to the token endpoint and to all other calls, and what the console shows. */
function connect(respond: (isToken: boolean) => Response) {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { environment, settle } = fakeEnvironment();
  const { page } = fakePage().environment;
  const client = createClient({
    host,
    auth: OAuthStrategy({ clientId: "no-such-app" }),
    environment: { ...environment, page },
    fetch: async (input) => respond(String(input).endsWith("/oauth2/token")),
  });
  return { auth: client.auth, settle, logged: () => log.mock.calls.flat().join("\n") };
}
const tokens = () => Response.json({ access_token: "A", refresh_token: "R", expires_in: 3600 });

describe("a wrong client id", () => {
  const invalidClient = () => Response.json({ error: "invalid_client", error_description: "x" }, { status: 401 });

  it.each(["login", "register"] as const)("is named by the result of %s and in the console", async (call) => {
    const { auth, logged } = connect(invalidClient);
    const result = await auth[call](credentials);
    expect(result).toMatchObject({
      loginState: "FAILURE",
      kind: "misconfigured",
      code: "invalid_client",
      error: expect.stringMatching(/clientId no-such-app .*https:\/\/members\.example/),
    });
    expect(result).not.toMatchObject({ errorCode: expect.anything() });
    expect(logged()).toMatch(/clientId no-such-app/);
  });

  it("is named by the cause of every other call's error", async () => {
    const { auth, logged } = connect(invalidClient);
    await expect(auth.getAuthHeaders()).rejects.toMatchObject({
      kind: "misconfigured",
      cause: { message: expect.stringContaining("clientId no-such-app") },
    });
    expect(logged()).toMatch(/clientId no-such-app/);
  });
});

describe("an unregistered origin", () => {
  const notRegistered = (isToken: boolean) =>
    isToken ? tokens() : Response.json(refusal("REDIRECT_NOT_REGISTERED"), { status: 400 });

  it("is named by the error of completeLogin and in the console", async () => {
    const { auth, logged } = connect(notRegistered);
    await expect(auth.completeLogin("session token")).rejects.toMatchObject({
      kind: "misconfigured",
      message: expect.stringContaining("register https://me.example"),
    });
    expect(logged()).toContain("register https://me.example");
  });

  it("is not reported as a wrong email address", async () => {
    const { auth } = connect(notRegistered);
    const result = await auth.login(credentials);
    expect(result).toMatchObject({ loginState: "FAILURE", kind: "misconfigured" });
    expect(result).not.toMatchObject({ errorCode: expect.anything() });
  });
});

it.each([400, 401, 404])("a login at a host with other pages is not reported as a wrong email: %i", async (status) => {
  for (const isHostWrong of [true, false]) {
    const { auth, settle } = connect((isToken) =>
      isToken && !isHostWrong ? tokens() : new Response("<html>", { status }),
    );
    const result = await settle(auth.login(credentials));
    expect(result).toMatchObject({ loginState: "FAILURE" });
    expect(result).not.toMatchObject({ errorCode: expect.anything() });
  }
});

describe("an invalid option", () => {
  const failureOf = (construct: () => unknown): string => {
    try {
      construct();
    } catch (error) {
      expect(isPorchlightError(error) && [error.kind, error.code]).toEqual(["misconfigured", "INVALID_OPTION"]);
      return String((error as Error).message);
    }
    throw new Error("nothing was thrown");
  };

  it.each<[name: string, options: Record<string, unknown>]>([
    ["clientId", {}],
    ["clientId", { clientId: "" }],
    ["clientId", { clientId: 5 }],
    ["tokenStorage", { clientId: "app", tokenStorage: "localStorage" }],
    ["tokenStorage", { clientId: "app", tokenStorage: { getTokens: () => null } }],
    ["tokens", { clientId: "app", tokens: "TOKEN" }],
  ])("of OAuthStrategy is named: %s", (name, options) => {
    const message = failureOf(() => OAuthStrategy(options as unknown as OAuthStrategyOptions));
    expect(message).toMatch(new RegExp(`^OAuthStrategy: ${name} must be `));
  });

  const auth = OAuthStrategy({ clientId: "app" });
  it.each<[name: string, options: Record<string, unknown>]>([
    ["host", { auth }],
    ["host", { host: "", auth }],
    ["host", { host: "members.example", auth }],
    ["host", { host: "localhost:4000", auth }],
    ["host", { host: "https://", auth }],
    ["host", { host: "https://ada:secret@members.example", auth }],
    ["host", { host: { api: host }, auth }],
    ["auth", { host }],
    ["auth", { host, auth: OAuthStrategy }],
    ["fetch", { host, auth, fetch: {} }],
    ["modules.posts", { host, auth, modules: { posts: undefined } }],
    ["modules.posts", { host, auth, modules: { posts: {} } }],
  ])("of createClient is named: %s", (name, options) => {
    const message = failureOf(() =>
      createClient(options as unknown as ClientOptions<unknown, Record<string, Module<object>>>),
    );
    expect(message).toMatch(new RegExp(`^createClient: ${name.replace(".", "\\.")} must be `));
  });

  it("does not affect valid ones", () => {
    for (const valid of ["http://localhost:4000", "https://members.example/", { api: host, edge: host }])
      expect(createClient({ host: valid, auth }).loggedIn()).toBe(false);
  });
});

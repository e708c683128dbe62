import { createHash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect, vi } from "vitest";
import { upsertSetting } from "../../src/platform/settings/settings-store.ts";
import type { TestResponse, TestServer } from "../test-server.ts";

export const goodPassword = "correct horse battery staple";

/** The single requests of a sign-in. */
export interface SignInSteps {
  register(email: string, body?: object): Promise<TestResponse>;
  login(email: string, password?: string): Promise<TestResponse>;
  verify(stateToken: string, code: string): Promise<TestResponse>;
  resend(stateToken: string): Promise<TestResponse>;
  /** Waits for `count` emailed codes, oldest first. */
  codes(email: string, count?: number): Promise<string[]>;
  /** Registers and verifies a member. */
  newMember(email: string): Promise<{ sessionToken: string; memberId: string }>;
  /** @param authRequest Overrides those of a direct login. */
  redirectSession(
    authRequest?: object,
    options?: { origin?: string; prompt?: string; token?: string },
  ): Promise<TestResponse & { codeVerifier: string }>;
  /** Opens the authorize URL. @returns The message that the page posts. */
  posted(fullUrl: string, userAgent?: string): Promise<Record<string, string>>;
  exchange(body: object): Promise<TestResponse>;
  /** Exchanges a session token for member tokens. */
  memberTokens(sessionToken: string, userAgent?: string): Promise<{ access_token: string; refresh_token: string }>;
}

export async function createSignInSteps(server: TestServer): Promise<SignInSteps> {
  const token = await server.visitorToken();
  const post = (path: string, body: unknown) => server.call("POST", path, { token, body });
  const steps: SignInSteps = {
    register: (email, body) =>
      post("/_api/iam/authentication/v2/register", { loginId: { email }, password: goodPassword, ...body }),
    login: (email, password = goodPassword) =>
      post("/_api/iam/authentication/v2/login", { loginId: { email }, password }),
    verify: (stateToken, code) => post("/_api/iam/verification/v1/auth/verify", { stateToken, code }),
    resend: (stateToken) => post("/_api/iam/verification/v1/auth/resend", { stateToken }),
    async codes(email, count = 1) {
      const read = async (): Promise<string[]> => {
        const { body } = await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`);
        return body.flatMap((mail: { code?: string }) => mail.code ?? []);
      };
      await expect
        .poll(async () => (await read()).length, { interval: 10, timeout: 5_000 })
        .toBeGreaterThanOrEqual(count);
      return read();
    },
    async newMember(email) {
      const { body } = await steps.register(email);
      const [code] = await steps.codes(email);
      const verified = await steps.verify(body.stateToken, code!);
      expect(verified.body.state).toBe("SUCCESS");
      return { sessionToken: verified.body.sessionToken, memberId: verified.body.identity.id };
    },
    async redirectSession(authRequest = {}, { origin = server.origin, prompt = "none", token: own = token } = {}) {
      const codeVerifier = randomBytes(32).toString("base64url");
      const response = await server.call("POST", "/_api/redirects-api/v1/redirect-session", {
        token: own,
        headers: { origin },
        body: {
          auth: {
            authRequest: {
              clientId: server.clientId,
              codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
              codeChallengeMethod: "S256",
              responseMode: "web_message",
              responseType: "code",
              scope: "offline_access",
              state: "STATE",
              ...authRequest,
            },
            prompt,
          },
        },
      });
      return { ...response, codeVerifier };
    },
    async posted(fullUrl, userAgent) {
      const headers: Record<string, string> = userAgent ? { "user-agent": userAgent } : {};
      const page = await server.call("GET", fullUrl, { headers });
      const message = /postMessage\((\{.*?\}), "/.exec(page.body)?.[1];
      if (!message) throw new Error(`The page posts nothing: ${page.status}`);
      return JSON.parse(message);
    },
    exchange: (body) =>
      server.call("POST", "/oauth2/token", {
        body: { grantType: "authorization_code", clientId: server.clientId, ...body },
      }),
    async memberTokens(sessionToken, userAgent) {
      const session = await steps.redirectSession({ sessionToken });
      const { code } = await steps.posted(session.body.redirectSession.fullUrl, userAgent);
      const response = await steps.exchange({ code, codeVerifier: session.codeVerifier });
      expect(response.status).toBe(200);
      return response.body;
    },
  };
  return steps;
}

/** Changes a setting and invalidates the server's cache. */
export async function changeSetting(
  server: TestServer,
  ...[name, value]: [Parameters<typeof upsertSetting>[2], Parameters<typeof upsertSetting>[3]]
): Promise<void> {
  const { db, site } = server.context;
  await upsertSetting(db, site.id, name, value, new Date());
  server.context.settings.invalidate();
  await vi.waitUntil(async () => isDeepStrictEqual((await server.context.settings.read())[name], value), {
    interval: 50,
    timeout: 3_000,
  });
}

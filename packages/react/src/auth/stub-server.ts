import { createClient, OAuthStrategy, type Page, type PageMessage } from "@porchlight/client";
import { authentication, memberSessions, recovery } from "@porchlight/client/auth";
import { members } from "@porchlight/client/members";

type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | "network error";

/** For tests: a real client with stubbed responses, by the end of the path. */
export function stubServer(answers: Record<string, Answer | (() => Answer | Promise<Answer>)> = {}) {
  const calls: string[] = [];
  let visitors = 0;
  const standard: typeof answers = {
    token: () => ({
      body: { access_token: `access-${++visitors}`, refresh_token: `refresh-${visitors}`, expires_in: 14400 },
    }),
    "redirect-session": { body: { redirectSession: { fullUrl: "https://api.example/authorize", urlDetails: {} } } },
    my: { body: { member: { id: "m1", loginEmail: "ada@example.com", profile: { nickname: "Ada" } } } },
  };
  let frameState = "";
  const page: Page & { listeners: Set<(message: PageMessage) => void> } = {
    origin: "https://site.example",
    listeners: new Set(),
    onMessage(listener) {
      page.listeners.add(listener);
      return () => page.listeners.delete(listener);
    },
    openFrame() {
      const source = {};
      const message = { data: { state: frameState, code: "code" }, origin: "https://api.example", source };
      queueMicrotask(() => {
        for (const listener of page.listeners) listener(message);
      });
      return { source: () => source, remove: () => undefined };
    },
  };

  async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
    calls.push(name);
    if (name === "redirect-session") {
      const body = (await request.json()) as { auth?: { authRequest?: { state?: string } } };
      frameState = body.auth?.authRequest?.state ?? "";
    }
    const found = answers[name] ?? standard[name];
    const answer = typeof found === "function" ? await found() : found;
    if (answer === "network error") throw new TypeError("fetch failed");
    const { status = 200, body, headers = {} } = answer ?? { status: 404, body: {} };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
  }

  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "cccccccc-cccc-4ccc-8ccc-cccccccccccc" }),
    modules: { members, memberSessions, authentication, recovery },
    fetch: respond,
    environment: { page: () => page },
  });
  return { client, calls };
}

/** An error in the contract's envelope. */
export function errorResponse(
  status: number,
  code: string,
  data: object = {},
  headers: Record<string, string> = {},
): Answer {
  return { status, headers, body: { message: code, details: { applicationError: { code, description: code, data } } } };
}

export const memberTokens = {
  accessToken: { value: "member-access", expiresAt: 4_102_444_800 },
  refreshToken: { value: "member-refresh", role: "member" as const },
};

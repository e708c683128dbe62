import { describe, expect, it } from "vitest";
import { decodeSessionCookie, encodeSessionCookie } from "./auth/session-cookie.ts";
import type { Tokens } from "./auth/tokens.ts";
import { posts } from "./blog/posts.ts";
import { createServerClient, type ResponseCookie } from "./server.ts";

const seconds = () => Math.floor(Date.now() / 1000);
const tokens = (role: "visitor" | "member", life: number): Tokens => ({
  accessToken: { value: "A", expiresAt: seconds() + life },
  refreshToken: { value: "R", role },
});

function setUp(held: Tokens | undefined, answer: (grant: string) => Response) {
  const cookies: ResponseCookie[] = [];
  const sent: string[] = [];
  const client = createServerClient({
    host: "https://api.example",
    clientId: "app",
    modules: { posts },
    cookies: {
      getAll: () => [
        { name: "theme", value: "dark" },
        ...(held ? [{ name: "porchlight_session", value: encodeSessionCookie(held) }] : []),
      ],
      setAll: (changed) => cookies.push(...changed),
    },
    environment: { setTimeout: (run, milliseconds) => (milliseconds < 3_000 ? setTimeout(run) : undefined) },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      sent.push(pathname);
      if (pathname !== "/oauth2/token") return new Response('{"total":7}');
      return answer((JSON.parse(String(init?.body)) as { grantType: string }).grantType);
    },
  });
  return { client, cookies, sent };
}

const granted = (grant: string) =>
  new Response(JSON.stringify({ access_token: `new ${grant}`, refresh_token: "R2", expires_in: 3600 }));
const unexpected = (grant: string) => {
  throw new Error(`${grant} was not expected`);
};

describe("createServerClient", () => {
  it("knows nobody without a cookie, and asks no server", async () => {
    const { client, cookies, sent } = setUp(undefined, unexpected);
    expect(await client.getSession()).toEqual({ status: "visitor", role: "none", expiresAt: 0 });
    expect([cookies, sent]).toEqual([[], []]);
  });

  it("knows the member of the cookie without a request", async () => {
    const held = tokens("member", 3600);
    const { client, sent } = setUp(held, unexpected);
    expect(await client.getSession()).toMatchObject({ status: "member", role: "member", tokens: held });
    expect(sent).toEqual([]);
  });

  it("renews a dead token and writes the rotated one back for the browser", async () => {
    const { client, cookies } = setUp(tokens("member", -1), granted);
    expect(await client.getSession()).toMatchObject({ status: "member", role: "member" });
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({
      name: "porchlight_session",
      options: { path: "/", sameSite: "lax", secure: true, httpOnly: false, maxAge: 7_776_000 },
    });
    expect(decodeSessionCookie(cookies[0]?.value)).toMatchObject({
      accessToken: { value: "new refresh_token" },
      refreshToken: { value: "R2", role: "member" },
    });
    expect(cookies[0]?.value.length).toBeLessThan(4_000);
  });

  it("writes a visitor's cookie once a call needs a token", async () => {
    const { client, cookies, sent } = setUp(undefined, granted);
    expect(await client.posts.getTotalPosts()).toEqual({ total: 7 });
    expect(sent).toEqual(["/oauth2/token", "/blog/v2/stats/posts/total"]);
    expect(decodeSessionCookie(cookies[0]?.value).refreshToken.role).toBe("visitor");
  });

  it("keeps the member through an outage and says degraded", async () => {
    const { client, cookies } = setUp(tokens("member", -1), (grant) =>
      grant === "anonymous" ? granted(grant) : new Response("<html>", { status: 503 }),
    );
    expect(await client.getSession()).toMatchObject({ status: "degraded", role: "member" });
    expect(decodeSessionCookie(cookies.at(-1)?.value).refreshToken).toEqual({ value: "R", role: "member" });
  });

  it("removes the cookie at sign-out", async () => {
    const { client, cookies } = setUp(tokens("member", 3600), unexpected);
    await client.auth.signOut();
    expect(cookies).toMatchObject([{ value: "", options: { maxAge: 0 } }]);
  });
});

import { describe, expect, it } from "vitest";
import { decodeSessionCookie, encodeSessionCookie } from "./auth/storage/session-cookie.ts";
import type { Tokens } from "./auth/tokens/tokens.ts";
import { posts } from "./blog/posts.ts";
import { requestEvents } from "./http/request-events.ts";
import { createServerClient, type ResponseCookie } from "./server.ts";

const seconds = () => Math.floor(Date.now() / 1000);
const tokens = (role: "visitor" | "member", lifetimeSeconds: number): Tokens => ({
  accessToken: { value: "A", expiresAt: seconds() + lifetimeSeconds },
  refreshToken: { value: "R", role },
});

interface Setting {
  /** Whether the framework allows cookies to be set now. */
  isWritable?: () => boolean;
  member?: (token: string | null) => Response;
}

function setUp(
  stored: Tokens | undefined,
  answer: (grant: string) => Response | Promise<Response>,
  { isWritable = () => true, member = () => Response.json({ member: ada }) }: Setting = {},
) {
  const cookies: ResponseCookie[] = [];
  const sent: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    sent.push(pathname);
    if (pathname === "/members/v1/members/my") return member(new Headers(init?.headers).get("Authorization"));
    if (pathname !== "/oauth2/token") return new Response('{"total":7}');
    return answer((JSON.parse(String(init?.body)) as { grantType: string }).grantType);
  };
  const shared = {
    host: "https://api.example",
    clientId: "app",
    environment: {
      setTimeout: (run: () => void, milliseconds: number) => (milliseconds < 3_000 ? setTimeout(run) : undefined),
    },
    fetch: send,
  };
  const brought = stored ? [{ name: "porchlight_session", value: encodeSessionCookie(stored) }] : [];
  const client = createServerClient({
    ...shared,
    modules: { posts },
    cookies: {
      getAll: () => [{ name: "theme", value: "dark" }, ...brought],
      setAll: (changed) => {
        if (!isWritable()) throw new Error("Cookies can only be modified in a Server Action or Route Handler.");
        cookies.push(...changed);
      },
    },
  });
  /** The same browser's request as a standard `Request`. */
  const ofRequest = (headers = { Cookie: `a=b; porchlight_session=${brought[0]?.value ?? ""}; =; c` }) =>
    createServerClient({ ...shared, cookies: new Request("https://site.example/", { headers }) });
  return { client, cookies, sent, ofRequest };
}

const ada = {
  id: "ada",
  loginEmail: "ada@example.com",
  createdDate: "2030-01-02T03:04:05.000Z",
  updatedDate: "2030-01-02T03:04:05.000Z",
  profile: { nickname: "Ada" },
};
const refused = () => Response.json({ error: "invalid_grant" }, { status: 400 });
const unauthenticated = () =>
  Response.json(
    { message: "", details: { applicationError: { code: "UNAUTHENTICATED", description: "", data: {} } } },
    { status: 401 },
  );
const granted = (grant: string) =>
  new Response(JSON.stringify({ access_token: `new ${grant}`, refresh_token: "R2", expires_in: 3600 }));
const unexpected = (grant: string) => {
  throw new Error(`${grant} was not expected`);
};

describe("createServerClient", () => {
  it("reports a visitor without a cookie and without a request", async () => {
    const { client, cookies, sent } = setUp(undefined, unexpected);
    expect(await client.getSession()).toEqual({ status: "visitor", role: "none", expiresAt: 0 });
    expect([cookies, sent]).toEqual([[], []]);
  });

  it("reports the member of the cookie without a request", async () => {
    const stored = tokens("member", 3600);
    const { client, sent } = setUp(stored, unexpected);
    expect(await client.getSession()).toEqual({
      status: "member",
      role: "member",
      expiresAt: stored.accessToken.expiresAt,
    });
    expect(sent).toEqual([]);
  });

  it.each(["€", "a\nb", "\u0000"])("renews a token that is invalid in a header: %j", async (value) => {
    const { expiresAt } = tokens("member", 3600).accessToken;
    const { client } = setUp({ ...tokens("member", 3600), accessToken: { value, expiresAt } }, granted);
    expect(await client.requireMember()).toMatchObject({ role: "member", member: { _id: "ada" } });
  });

  it("emits request events", async () => {
    const warnings: string[] = [];
    const client = createServerClient({
      host: "https://api.example",
      clientId: "app",
      cookies: new Request("https://site.example/"),
      observe: requestEvents({ traceparent: true }),
      fetch: async () => granted("anonymous"),
    });
    client.on("request", ({ phase, path, traceparent }) => warnings.push(`${phase} ${path} ${!!traceparent}`));
    await client.members.getCurrentMember();
    const expectedEvents = ["start /oauth2/token true", "end /oauth2/token true"];
    expect(warnings).toEqual([
      ...expectedEvents,
      "start /members/v1/members/my true",
      "end /members/v1/members/my true",
    ]);
  });

  it("renews an expired token and sets the rotated one as a cookie", async () => {
    const { client, cookies } = setUp(tokens("member", -1), granted);
    expect(await client.getSession()).toMatchObject({ status: "member", role: "member" });
    const written = cookies.at(-1);
    expect(written).toMatchObject({
      name: "porchlight_session",
      options: { path: "/", sameSite: "lax", secure: true, httpOnly: false, maxAge: 7_776_000 },
    });
    expect(decodeSessionCookie(written?.value)).toMatchObject({
      accessToken: { value: "new refresh_token" },
      refreshToken: { value: "R2", role: "member" },
    });
    expect(written?.value.length).toBeLessThan(4_000);
  });

  it("sets a visitor's cookie once a call needs a token", async () => {
    const { client, cookies, sent } = setUp(undefined, granted);
    expect(await client.posts.getTotalPosts()).toEqual({ total: 7 });
    expect(sent).toEqual(["/oauth2/token", "/blog/v2/stats/posts/total"]);
    expect(decodeSessionCookie(cookies[0]?.value).refreshToken.role).toBe("visitor");
  });

  it("keeps the member as degraded during an outage", async () => {
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

describe("getSession", () => {
  it("returns the member on request, and no token", async () => {
    const { client, sent } = setUp(tokens("member", 3600), unexpected);
    const session = await client.getSession({ member: true });
    expect(session).toMatchObject({
      status: "member",
      role: "member",
      member: { _id: "ada", profile: { nickname: "Ada" } },
    });
    expect(JSON.stringify(session)).not.toMatch(/"[AR]"/);
    expect(sent).toEqual(["/members/v1/members/my"]);
  });

  it("returns a visitor and updates the cookie when the session was ended elsewhere", async () => {
    const { client, cookies } = setUp(
      tokens("member", 3600),
      (grant) => (grant === "anonymous" ? granted(grant) : refused()),
      {
        member: () => (cookies.length > 1 ? Response.json({}) : unauthenticated()),
      },
    );
    expect(await client.getSession({ member: true })).toMatchObject({ status: "visitor", role: "visitor" });
    expect(decodeSessionCookie(cookies.at(-1)?.value).refreshToken.role).toBe("visitor");
  });

  it("returns a visitor when the cookie claims an unknown member", async () => {
    const { client, cookies } = setUp(tokens("member", 3600), unexpected, { member: () => Response.json({}) });
    expect(await client.getSession({ member: true })).toEqual({ status: "visitor", role: "none", expiresAt: 0 });
    expect(cookies.at(-1)).toMatchObject({ value: "", options: { maxAge: 0 } });
  });

  it("keeps the session when the member cannot be read", async () => {
    const { client, cookies } = setUp(tokens("member", 3600), unexpected, {
      member: () => new Response("{}", { status: 500 }),
    });
    const session = await client.getSession({ member: true });
    expect(session).toMatchObject({ status: "member", role: "member" });
    expect([session.member, cookies]).toEqual([undefined, []]);
  });
});

describe("the first request after an outage", () => {
  /** State after an outage: the member's refresh token with a visitor's access token. */
  const suspended = { ...tokens("member", 3600), suspendedUntil: Date.now() - 1000 };
  const late = async (grant: string) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return granted(grant);
  };
  const setting: Setting = {
    member: (token) => Response.json(token === "new refresh_token" ? { member: ada } : {}),
  };

  it("recovers the member even though a visitor's token was stored", async () => {
    const { client, cookies } = setUp(suspended, late, setting);
    expect(await client.requireMember()).toMatchObject({ status: "member", member: { _id: "ada" } });
    expect(decodeSessionCookie(cookies.at(-1)?.value).refreshToken).toEqual({ value: "R2", role: "member" });
  });

  it("uses the new tokens even if no call has waited for them", async () => {
    const client = setUp(suspended, late, setting).ofRequest();
    await client.members.getCurrentMember();
    const { headers } = await client.commitSession(new Response("page"));
    expect(headers.getSetCookie()[0]).toContain("~R2~member~");
  });
});

describe("requireMember", () => {
  it("returns the member confirmed by the server", async () => {
    const { client, sent } = setUp(tokens("member", 3600), unexpected);
    expect(await client.requireMember()).toMatchObject({ role: "member", member: { loginEmail: "ada@example.com" } });
    expect(sent).toEqual(["/members/v1/members/my"]);
  });

  it.each([
    ["nobody is signed in", undefined, () => Response.json({ member: ada })],
    ["the cookie is made up", tokens("member", 3600), () => Response.json({})],
  ])("rejects when %s", async (_case, stored, member) => {
    const { client } = setUp(stored, granted, { member });
    await expect(client.requireMember()).rejects.toMatchObject({ kind: "unauthenticated", code: "MEMBER_REQUIRED" });
  });

  it("rejects a session that the server has ended", async () => {
    const { client } = setUp(tokens("member", -1), (grant) => (grant === "anonymous" ? granted(grant) : refused()), {
      member: () => Response.json({}),
    });
    await expect(client.requireMember()).rejects.toMatchObject({ code: "MEMBER_REQUIRED" });
  });

  it("rejects without requiring sign-in while the server cannot confirm", async () => {
    const down = () => new Response("<html>", { status: 503 });
    const inOutage = setUp(tokens("member", -1), (grant) => (grant === "anonymous" ? granted(grant) : down()), {
      member: () => Response.json({}),
    });
    await expect(inOutage.client.requireMember()).rejects.toMatchObject({
      kind: "unavailable",
      code: "SESSION_SUSPENDED",
    });
    const fresh = setUp(tokens("member", 3600), unexpected, { member: () => new Response("{}", { status: 500 }) });
    await expect(fresh.client.requireMember()).rejects.toMatchObject({ kind: "unavailable", status: 500 });
    expect(decodeSessionCookie(inOutage.cookies.at(-1)?.value).refreshToken.role).toBe("member");
    expect(fresh.cookies).toEqual([]);
  });
});

describe("read-only cookies", () => {
  const onlyVisitors = (grant: string) => (grant === "anonymous" ? granted(grant) : unexpected(grant));
  const readOnly: Setting = { isWritable: () => false };

  it("allow a valid token to be used", async () => {
    const { client } = setUp(tokens("member", 3600), unexpected, readOnly);
    expect(await client.requireMember()).toMatchObject({ status: "member" });
  });

  it("prevent a renewal", async () => {
    const { client, cookies } = setUp(tokens("member", -1), onlyVisitors, {
      ...readOnly,
      member: () => Response.json({}),
    });
    expect(await client.getSession()).toMatchObject({ status: "degraded", role: "member" });
    expect(await client.posts.getTotalPosts()).toEqual({ total: 7 });
    await expect(client.requireMember()).rejects.toMatchObject({ kind: "unavailable", code: "RENEWAL_NEEDED" });
    expect(client.auth.getTokens().refreshToken).toEqual({ value: "R", role: "member" });
    expect(cookies).toEqual([]);
  });

  it("can be indicated by omitting setAll", async () => {
    const value = encodeSessionCookie(tokens("member", -1));
    const client = createServerClient({
      host: "https://api.example",
      clientId: "app",
      cookies: { getAll: () => [{ name: "porchlight_session", value }] },
      fetch: async (_input, init) => onlyVisitors(JSON.parse(String(init?.body)).grantType),
    });
    expect(await client.getSession()).toMatchObject({ status: "degraded", role: "member" });
  });

  it("are those of a response that has started", async () => {
    let hasBegun = false;
    const { client, cookies } = setUp(tokens("member", 3600), onlyVisitors, { isWritable: () => !hasBegun });
    expect(await client.getSession()).toMatchObject({ status: "member" });
    hasBegun = true;
    await client.auth.setTokens({ ...tokens("member", -1), accessToken: { value: "old", expiresAt: 1 } });
    expect(await client.posts.getTotalPosts()).toEqual({ total: 7 });
    expect(client.auth.getSession().status).toBe("degraded");
    expect(cookies).toEqual([]);
  });
});

describe("two concurrent requests", () => {
  it("renew once and set the same tokens in any order of responses", async () => {
    const { client, ofRequest, sent, cookies } = setUp(tokens("member", -1), granted);
    const other = ofRequest();
    await Promise.all([client.getSession(), other.getSession()]);
    const late = ofRequest();
    await late.getSession();
    expect(sent).toEqual(["/oauth2/token"]);
    expect([other.auth.getTokens(), late.auth.getTokens()].map(({ refreshToken }) => refreshToken.value)).toEqual([
      "R2",
      "R2",
    ]);
    expect(decodeSessionCookie(cookies.at(-1)?.value).refreshToken.value).toBe("R2");
  });

  it("renew again if the token was not rotated or the response was invalid", async () => {
    const stable = setUp(tokens("member", -1), () => Response.json({ access_token: "B", expires_in: 3600 }));
    await stable.client.getSession();
    await stable.ofRequest().getSession();
    expect(stable.sent).toEqual(["/oauth2/token", "/oauth2/token"]);
    let isDown = true;
    const outage = setUp(tokens("member", -1), (grant) =>
      isDown ? new Response("", { status: 502 }) : granted(grant),
    );
    expect(await outage.ofRequest().getSession()).toMatchObject({ status: "degraded" });
    isDown = false;
    expect(await outage.ofRequest().getSession()).toMatchObject({ status: "member" });
  });

  it("do not depend on an aborted one", async () => {
    let answer = (_response: Response) => {};
    const { ofRequest } = setUp(tokens("member", -1), () => new Promise<Response>((resolve) => (answer = resolve)));
    const [impatient, patient] = [ofRequest(), ofRequest()];
    const leaving = new AbortController();
    const first = impatient.auth.getAuthHeaders({ signal: leaving.signal });
    const second = patient.getSession();
    await new Promise((resolve) => setTimeout(resolve));
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: "aborted" });
    answer(granted("refresh_token"));
    expect(await second).toMatchObject({ status: "member" });
  });
});

describe("commitSession", () => {
  it("sets the renewed session on the response once and prevents caching", async () => {
    const { ofRequest } = setUp(tokens("member", -1), granted);
    const client = ofRequest();
    await client.getSession();
    const response = new Response("page", { headers: { "Cache-Control": "public", "Set-Cookie": "theme=dark" } });
    expect(await client.commitSession(response)).toBe(response);
    const [theme, session, ...remainingCookies] = response.headers.getSetCookie();
    expect([theme, remainingCookies]).toEqual(["theme=dark", []]);
    expect(session).toMatch(/^porchlight_session=v2~.*; Path=\/; Max-Age=7776000; SameSite=Lax; Secure$/);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("leaves a visitor's response unchanged", async () => {
    const client = setUp(undefined, unexpected).ofRequest();
    await client.getSession({ member: true });
    const page = () => new Response("page", { headers: { "Cache-Control": "public" } });
    const { headers } = await client.commitSession(page());
    expect(headers.get("Cache-Control")).toBe("public");
    expect([...headers]).toEqual([...page().headers]);
  });

  it("prevents caching of a member's response without changes", async () => {
    const client = setUp(tokens("member", 3600), unexpected).ofRequest();
    const { headers } = await client.commitSession(new Response("page"));
    expect([headers.get("Cache-Control"), headers.getSetCookie()]).toEqual(["private, no-store", []]);
  });

  it("copies an immutable response", async () => {
    const client = setUp(tokens("member", 3600), unexpected).ofRequest();
    await client.auth.signOut();
    const answer = await client.commitSession(Response.redirect("https://site.example/", 303));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "https://site.example/"]);
    expect(answer.headers.getSetCookie()).toEqual(["porchlight_session=; Path=/; Max-Age=0; SameSite=Lax; Secure"]);
  });

  it("waits for a pending renewal and prevents later ones", async () => {
    let onRequest = () => {};
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const { ofRequest, sent } = setUp(tokens("member", -1), async (grant) => {
      onRequest();
      await new Promise((resolve) => setTimeout(resolve));
      return granted(grant);
    });
    const client = ofRequest();
    void client.getSession();
    await requested;
    const answer = await client.commitSession(new Response("page"));
    expect(answer.headers.getSetCookie()[0]).toContain("~R2~member~");
    await client.auth.setTokens({ ...tokens("member", -1), refreshToken: { value: "R3", role: "member" } });
    expect(await client.getSession()).toMatchObject({ status: "degraded", role: "member" });
    expect(sent).toEqual(["/oauth2/token", "/oauth2/token"]); // the second is a visitor's
  });

  it("leaves cookies to the framework", async () => {
    const { client } = setUp(tokens("member", -1), granted);
    await client.getSession();
    const { headers } = await client.commitSession(new Response("page"));
    expect([headers.get("Cache-Control"), headers.getSetCookie()]).toEqual(["private, no-store", []]);
  });
});

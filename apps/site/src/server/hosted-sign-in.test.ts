import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { answerToken, refusal, type StubAnswers } from "./stub-api.ts";

const authUrl = "http://localhost:4000/_api/oauth2/authorize?session=prepared";
const redirects = "/_api/redirects-api/v1/redirect-session";

interface TokenRequest {
  grantType: string;
  code?: string;
  codeVerifier?: string;
  redirectUri?: string;
}

/** The site, with an API that records the challenge of each sign-in and checks it like the server. */
function createSite(answers: StubAnswers = {}) {
  const challenges: string[] = [];
  const states: string[] = [];
  const site = createSiteUnderTest({
    async [redirects](request) {
      const { auth } = (await request.json()) as { auth: { authRequest: { codeChallenge: string; state: string } } };
      challenges.push(auth.authRequest.codeChallenge);
      states.push(auth.authRequest.state);
      return Response.json({ redirectSession: { fullUrl: authUrl, sessionToken: "prepared", urlDetails: {} } });
    },
    async "/oauth2/token"(request) {
      const body = (await request.json()) as TokenRequest;
      if (body.grantType !== "authorization_code") return answerToken(body);
      const challenge = createHash("sha256")
        .update(body.codeVerifier ?? "")
        .digest("base64url");
      const isValid = body.code === `code ${challenges.indexOf(challenge)}`;
      return isValid ? answerToken(body) : Response.json({ error: "invalid_grant" }, { status: 400 });
    },
    ...answers,
  });
  async function start(query = "", cookie = "") {
    const answer = await site.get(`/sign-in/start${query}`, { Cookie: cookie });
    return { answer, cookie: secretOf(answer) ?? "", state: states.at(-1) ?? "", code: `code ${states.length - 1}` };
  }
  const finish = ({ code, state }: { code: string; state: string }, cookie: string, method?: string) =>
    site.get(`/auth/callback?${new URLSearchParams({ code, state })}`, { Cookie: cookie }, method);
  return { ...site, start, finish };
}

/** Name and value of the cookie that the response sets. */
const secretOf = (answer: Response) => /porchlight_sign_in=[^;]*/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0];
const outcomeOf = (answer: Response) => [answer.status, answer.headers.get("Location")];

describe("/sign-in/start", () => {
  it.each([
    ["", authUrl],
    ["?page=login", "http://localhost:4000/hosted/login?session=prepared"],
    ["?page=sign-up", "http://localhost:4000/hosted/sign-up?session=prepared"],
    ["?page=forgot", "http://localhost:4000/hosted/forgot?session=prepared"],
    ["?page=https://evil.example", authUrl],
    ["?page=../admin", authUrl],
  ])("with %s redirects to the hosted page", async (query, location) => {
    const { answer } = await createSite().start(query);
    expect(outcomeOf(answer)).toEqual([303, location]);
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^porchlight_sign_in=[\w-]{43}; Path=\/; Max-Age=900; SameSite=Lax; HttpOnly$/,
    );
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
  });

  it("redirects members to their return URL, and only within the site", async () => {
    const { get, api } = createSite();
    const open = (returnTo: string) =>
      get(`/sign-in/start?${new URLSearchParams({ returnTo })}`, { Cookie: memberCookie() });
    expect(outcomeOf(await open("/blog?a=b#c"))).toEqual([303, "/blog?a=b#c"]);
    for (const target of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/sign-in/start",
      "javascript:1",
    ])
      expect(outcomeOf(await open(target))).toEqual([303, "/"]);
    expect(api.calls.map(({ path }) => path)).not.toContain(redirects);
  });

  it("shows the rate limit with its status", async () => {
    const limited = () =>
      new Response(refusal(429, "TOO_MANY_REQUESTS").body, { status: 429, headers: { "Retry-After": "90" } });
    const { answer } = await createSite({ [redirects]: limited }).start();
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "90"]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  it("does nothing for HEAD", async () => {
    const { get, api } = createSite();
    const answer = await get("/sign-in/start", {}, "HEAD");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(api.calls.map(({ path }) => path)).not.toContain(redirects);
  });
});

describe("/auth/callback of a sign-in without scripts", () => {
  it("signs in, removes the secret and returns to the page", async () => {
    const { start, finish } = createSite();
    const { cookie, state, code } = await start("?returnTo=%2Fblog%3Fa%3D%C3%A4");
    const answer = await finish({ code, state }, cookie);
    expect(outcomeOf(answer)).toEqual([303, "/blog?a=%C3%A4"]);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toContainEqual(
      expect.stringMatching(/^porchlight_session-[^=]+=v2~member-access-new~.*; HttpOnly$/),
    );
    expect(cookies).toContainEqual(expect.stringMatching(/^porchlight_session_state=[\w-]+~member~/));
    expect(cookies).toContainEqual(expect.stringMatching(/^porchlight_sign_in=; Path=\/; Max-Age=0;/));
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("works in two tabs started at the same time", async () => {
    const { start, finish } = createSite();
    const first = await start("?returnTo=%2Fblog");
    const second = await start("?returnTo=%2Fsearch", first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect(outcomeOf(await finish(second, first.cookie))).toEqual([303, "/search"]);
    expect(outcomeOf(await finish(first, first.cookie))).toEqual([303, "/blog"]);
  });

  it("rejects codes of another browser, and changed states", async () => {
    const { start, finish } = createSite();
    const own = await start();
    const other = await start("?returnTo=%2Fblog");
    for (const [parameters, cookie, location] of [
      [other, own.cookie, "/sign-in?returnTo=%2Fblog"],
      [other, "", "/sign-in?returnTo=%2Fblog"],
      [other, "porchlight_sign_in=x", "/sign-in?returnTo=%2Fblog"],
      [{ ...own, state: `${own.state}account` }, own.cookie, "/sign-in?returnTo=%2Faccount"],
      [{ ...own, state: own.state.replace(/\/$/, "//evil.example") }, own.cookie, "/sign-in"],
      [{ ...own, state: "site." }, own.cookie, "/sign-in"],
      [{ ...own, code: "" }, own.cookie, "/sign-in"],
      [{ ...own, code: "x".repeat(5000) }, own.cookie, "/sign-in"],
    ] as const) {
      const answer = await finish(parameters, cookie);
      expect(outcomeOf(answer)).toEqual([303, location]);
      expect(answer.headers.get("Set-Cookie") ?? "").not.toContain("member-access");
    }
  });

  it("ignores the code if a member is signed in and the sign-in is completed", async () => {
    const { start, finish, api } = createSite();
    const { state, code } = await start("?returnTo=%2Fblog");
    expect(outcomeOf(await finish({ code, state }, memberCookie()))).toEqual([303, "/blog"]);
    expect(api.calls.filter(({ path }) => path === "/oauth2/token")).toHaveLength(1);
  });

  it("leaves responses to the page's scripts, and HEAD, alone", async () => {
    const { start, finish } = createSite();
    const { cookie, state, code } = await start();
    expect((await finish({ code, state }, cookie, "HEAD")).status).toBe(200);
    expect((await finish({ code, state: "of-a-script" }, cookie)).status).toBe(200);
  });

  it("can be loaded again after an outage", async () => {
    const { start, finish, faults } = createSite({
      "/oauth2/token": async (request) => {
        const body = (await request.json()) as TokenRequest;
        return body.grantType === "authorization_code" ? refusal(503, "UNAVAILABLE") : answerToken(body);
      },
    });
    const { cookie, state, code } = await start();
    const answer = await finish({ code, state }, cookie);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Set-Cookie") ?? "").not.toContain("porchlight_sign_in");
    expect(faults).toHaveLength(1);
  });
});

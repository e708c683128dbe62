import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../create-client.ts";
import type { ClientEvent } from "../events.ts";
import { createServerClient } from "../server.ts";
import { apiUrl, setUpSite, signIn, siteUrl } from "./server/session-fixture.ts";
import { type PageToken, ServerSessionStrategy } from "./session.ts";
import { encodeSessionCookie } from "./storage/session-cookie.ts";

const clock = { now: Date.UTC(2030, 0, 1) };
/** Waits are shorter than those of a browser, which would be too long for a test. */
const environment = {
  now: () => clock.now,
  monotonic: () => clock.now,
  setTimeout: (run: () => void, milliseconds: number) => setTimeout(run, Math.max(0, milliseconds) / 10),
  page: () => undefined,
};

let site: ReturnType<typeof setUpSite>;

const openPage = (pageToken?: PageToken) =>
  createClient({
    host: apiUrl,
    auth: ServerSessionStrategy({ clientId: "app", pageToken }),
    fetch: site.fetch,
    environment,
  });

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
  clock.now = Date.UTC(2030, 0, 1);
  site = setUpSite(environment);
  define("document", site.jar.document);
  define("location", { protocol: "https:", origin: siteUrl });
});
afterEach(() => {
  for (const name of ["document", "location"]) Reflect.deleteProperty(globalThis, name);
});

const authorize = async (client: ReturnType<typeof openPage>) =>
  (await client.auth.getAuthHeaders()).headers.Authorization;
const secrets = () => [...site.api.live].join();

function eventsOf(client: ReturnType<typeof openPage>): ClientEvent[] {
  const events: ClientEvent[] = [];
  for (const name of ["signedIn", "signedOut", "renewed", "sessionLost", "degraded", "restored"] as const)
    client.on(name, () => events.push(name));
  return events;
}

/** What the server passes with a page for this browser. */
async function renderPage() {
  const request = new Request(siteUrl, { headers: { Cookie: site.jar.header() } });
  const client = createServerClient({
    host: apiUrl,
    clientId: "app",
    cookies: request,
    httpOnly: true,
    fetch: site.api.fetch,
    environment,
  });
  const session = await client.getSession();
  const pageToken = client.getPageToken();
  const response = site.jar.apply(await client.commitSession(new Response("page")));
  return { session, pageToken, response };
}

describe("a page whose server stores the refresh token", () => {
  it("signs in, and neither its storage nor any response contains the refresh token", async () => {
    const client = openPage();
    const events = eventsOf(client);
    await signIn(client);
    expect(client.loggedIn()).toBe(true);
    expect(await authorize(client)).toBe("access-member-1");
    expect(events).toEqual(["signedIn"]);
    expect(site.responses.join()).not.toContain("secret-");
    expect(site.jar.document.cookie).toMatch(/^__Host-porchlight_session_state=[\w-]+~member~$/);
    expect(JSON.stringify(client.auth.getTokens())).not.toContain("secret-");
    expect(site.jar.header()).toContain(secrets());
  });

  it("is a member's again after a reload, with the token of the page and without a request", async () => {
    await signIn(openPage());
    const { pageToken, session, response } = await renderPage();
    expect(session).toMatchObject({ status: "member", role: "member" });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const sent = [...site.api.sent];
    const client = openPage(pageToken);
    expect(client.auth.getSession()).toEqual(session);
    expect(await authorize(client)).toBe("access-member-1");
    expect([site.api.sent, site.responses.length]).toEqual([sent, 1]);
  });

  it("gets the stored token with one request if the page has none", async () => {
    await signIn(openPage());
    const client = openPage();
    expect(client.loggedIn()).toBe(true);
    expect(await Promise.all([authorize(client), authorize(client)])).toEqual(["access-member-1", "access-member-1"]);
    expect([site.api.sent, site.responses.length]).toEqual([["authorization_code"], 2]);
  });

  it("ignores a token of another session than the current", async () => {
    await signIn(openPage());
    const { pageToken } = await renderPage();
    await signIn(openPage());
    expect(await authorize(openPage(pageToken))).toBe("access-member-2");
  });

  it("renews an expired token, in each of several tabs and during a page load, with one renewal", async () => {
    const tabs = [openPage(), openPage(), openPage()];
    await signIn(tabs[0] as (typeof tabs)[0]);
    await Promise.all(tabs.map(authorize));
    clock.now += 3_600_000;
    const [{ pageToken }, ...tokens] = await Promise.all([renderPage(), ...tabs.map(authorize)]);
    expect(new Set([pageToken?.accessToken, ...tokens])).toEqual(new Set(["access-member-2"]));
    expect(site.api.sent).toEqual(["authorization_code", "refresh_token"]);
    clock.now += 3_600_000;
    expect(await authorize(openPage())).toBe("access-member-3");
  });

  it("renews a token that the server rejects before its time", async () => {
    const client = openPage();
    await signIn(client);
    site.api.interception.respond = (path) => {
      if (path !== "/probe") return undefined;
      site.api.interception.respond = undefined;
      const details = { applicationError: { code: "UNAUTHENTICATED", description: "", data: {} } };
      return Response.json({ message: "", details }, { status: 401 });
    };
    const response = await client.fetch("/probe");
    expect(response.status).toBe(401);
    const tokens = client.auth.getTokens();
    expect(await client.auth.renewToken(tokens.refreshToken)).toMatchObject({
      accessToken: { value: "access-member-2" },
      refreshToken: tokens.refreshToken,
    });
  });

  it("follows a sign-in, another member and a sign-out in other tabs", async () => {
    const [here, elsewhere] = [openPage(), openPage()];
    await signIn(elsewhere);
    expect([here.loggedIn(), await authorize(here)]).toEqual([true, "access-member-1"]);
    await signIn(elsewhere);
    expect(await authorize(here)).toBe("access-member-2");
    await elsewhere.auth.signOut();
    expect(here.loggedIn()).toBe(false);
  });

  it("signs out on the server and in the browser", async () => {
    const client = openPage();
    const events = eventsOf(client);
    await signIn(client);
    expect(await client.auth.logout(`${siteUrl}/bye`)).toEqual({ logoutUrl: `${apiUrl}/hosted/logout` });
    expect([client.loggedIn(), site.api.live.size, site.jar.header()]).toEqual([false, 0, ""]);
    expect(events).toEqual(["signedIn", "signedOut"]);
  });

  it("ends the hosted session of a visitor, too", async () => {
    const { auth } = openPage();
    expect(await auth.logout(`${siteUrl}/bye`)).toEqual({ logoutUrl: `${apiUrl}/hosted/logout` });
  });

  it("names an unregistered return URL of a logout, and signs out", async () => {
    const client = openPage();
    await signIn(client);
    const details = { applicationError: { code: "REDIRECT_NOT_REGISTERED", description: "", data: {} } };
    site.api.interception.respond = () => Response.json({ message: "", details }, { status: 400 });
    const logout = client.auth.logout("https://elsewhere.example");
    await expect(logout).rejects.toMatchObject({ kind: "misconfigured", code: "REDIRECT_NOT_REGISTERED" });
    expect(client.loggedIn()).toBe(false);
  });

  it("signs out permanently without a connection", async () => {
    const client = openPage();
    await signIn(client);
    site.connection.isDown = true;
    expect(await client.auth.logout(`${siteUrl}/bye`)).toEqual({ logoutUrl: `${siteUrl}/bye` });
    expect([client.loggedIn(), openPage().loggedIn()]).toEqual([false, false]);
    site.connection.isDown = false;
    clock.now += 61_000;
    expect((await renderPage()).session.role).toBe("none");
    expect(site.jar.header()).toBe("");
  });

  it("stays signed out if a renewal ends after the sign-out", async () => {
    const client = openPage();
    await signIn(client);
    clock.now += 3_600_000;
    const renewal = authorize(client).catch(() => undefined);
    await Promise.resolve();
    await client.auth.signOut();
    await renewal;
    expect(client.auth.getSession().role).not.toBe("member");
    expect((await renderPage()).session.role).not.toBe("member");
  });

  it("becomes a visitor's if the server rejects the session", async () => {
    const client = openPage();
    await signIn(client);
    const events = eventsOf(client);
    site.api.live.clear();
    clock.now += 3_600_000;
    expect(await authorize(client)).toBe("access-visitor-2");
    expect([events, client.auth.getSession().role]).toEqual([["sessionLost"], "visitor"]);
    expect((await renderPage()).session.role).toBe("visitor");
  });

  it.each(["the site", "the server"])("retains the member during an outage of %s", async (where) => {
    const client = openPage();
    await signIn(client);
    const events = eventsOf(client);
    clock.now += 3_600_000;
    if (where === "the site") site.connection.isDown = true;
    else site.api.interception.respond = () => new Response(null, { status: 503 });
    await authorize(client).catch(() => undefined);
    expect([events, client.auth.getSession().status, client.loggedIn()]).toEqual([["degraded"], "degraded", true]);
    site.connection.isDown = false;
    site.api.interception.respond = undefined;
    clock.now += 61_000;
    expect(await authorize(client)).toMatch(/^access-member-/);
    expect(client.auth.getSession().status).toBe("member");
    expect((await renderPage()).session.status).toBe("member");
  });

  it("remains a member's if the site's server recovers before the browser does", async () => {
    const client = openPage();
    await signIn(client);
    clock.now += 3_600_000;
    site.connection.isDown = true;
    await authorize(client).catch(() => undefined);
    const { pageToken, session } = await renderPage();
    expect(session.status).toBe("member");
    expect(openPage(pageToken).auth.getSession().status).toBe("member");
  });

  it("holds the session in memory if cookies are blocked", async () => {
    define("document", {
      get cookie() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
    const client = openPage();
    await signIn(client);
    expect([client.loggedIn(), await authorize(client)]).toEqual([true, "access-member-1"]);
  });

  it("retains a visitor's identity across pages", async () => {
    expect(await authorize(openPage())).toBe("access-visitor-1");
    expect(await authorize(openPage())).toBe("access-visitor-1");
    expect((await renderPage()).pageToken).toBeUndefined();
  });

  it("can be created while a server renders its component", () => {
    for (const name of ["document", "location"]) Reflect.deleteProperty(globalThis, name);
    expect(openPage().loggedIn()).toBe(false);
  });
});

describe("a session of cookieTokenStorage", () => {
  const readable = (role: "member" | "visitor", refreshToken: string) =>
    encodeSessionCookie({
      accessToken: { value: `access-${role}-0`, expiresAt: clock.now / 1000 + 3600 },
      refreshToken: { value: refreshToken, role },
    });

  it.each(["member", "visitor"] as const)("of a %s is adopted by the first request", async (role) => {
    site.api.live.add(`secret-${role}-0`);
    site.jar.set(`porchlight_session=${readable(role, `secret-${role}-0`)}`);
    const { session, pageToken, response } = await renderPage();
    expect(session.role).toBe(role);
    expect(site.jar.document.cookie).not.toContain("secret-");
    expect(site.jar.cookies.has("porchlight_session")).toBe(false);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const client = openPage(pageToken);
    expect([client.auth.getSession().role, await authorize(client)]).toEqual([role, `access-${role}-0`]);
    clock.now += 3_600_000;
    expect(await authorize(client)).toBe(`access-${role}-1`);
  });

  it("is adopted by two requests at once, with one renewal", async () => {
    site.api.live.add("secret-member-0");
    site.jar.set(`porchlight_session=${readable("member", "secret-member-0")}`);
    clock.now += 3_600_000;
    const pages = await Promise.all([renderPage(), renderPage()]);
    expect(pages.map(({ session }) => session.role)).toEqual(["member", "member"]);
    expect(site.api.sent).toEqual(["refresh_token"]);
    const tabs = pages.map(({ pageToken }) => openPage(pageToken));
    expect(await Promise.all(tabs.map(authorize))).toEqual(["access-member-1", "access-member-1"]);
    clock.now += 3_600_000;
    expect(await Promise.all(tabs.map(authorize))).toEqual(["access-member-2", "access-member-2"]);
    expect((await renderPage()).session.role).toBe("member");
  });

  it("never replaces a hidden session, and is removed", async () => {
    await signIn(openPage());
    site.jar.set(`porchlight_session=${readable("member", "secret-attacker-9")}`);
    const { pageToken } = await renderPage();
    expect(pageToken?.accessToken).toBe("access-member-1");
    expect(site.jar.header()).not.toContain("attacker");
  });

  it("is not adopted if there are two, one of which may be from a sibling domain", async () => {
    const value = readable("member", "secret-attacker-9");
    const Cookie = `porchlight_session=${value}; porchlight_session=${readable("member", "secret-member-0")}`;
    const cookies = new Request(siteUrl, { headers: { Cookie } });
    const client = createServerClient({ host: apiUrl, clientId: "app", cookies, httpOnly: true, environment });
    expect((await client.getSession()).role).toBe("none");
  });

  it("is not adopted where that is turned off or cookies cannot be written", async () => {
    const value = readable("member", "secret-member-0");
    const common = { host: apiUrl, clientId: "app", httpOnly: true, environment } as const;
    const getAll = () => [{ name: "porchlight_session", value }];
    const readOnly = createServerClient({ ...common, cookies: { getAll } });
    expect((await readOnly.getSession()).role).toBe("none");
    const off = createServerClient({ ...common, migrateReadableCookie: false, cookies: { getAll, setAll: () => {} } });
    expect((await off.getSession()).role).toBe("none");
  });
});

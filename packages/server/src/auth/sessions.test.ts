import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { createApp } from "./apps/apps.ts";

const server = await createTestServer();
let steps = await createSignInSteps(server);
const { db } = server.context;
const path = "/_api/porchlight/v1/auth/sessions";
const day = 86_400_000;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
let members = 0;

async function newMember() {
  const email = `member-${++members}@example.com`;
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  return {
    email,
    signIn: async (userAgent?: string) => steps.memberTokens((await steps.login(email)).body.sessionToken, userAgent),
  };
}

const list = async (token: string | undefined) => server.call("GET", path, { token });
const sessionsOf = async (token: string) => (await list(token)).body.sessions;
const end = (token: string | undefined, id: string) => server.call("DELETE", `${path}/${id}`, { token });
const endOthers = (token: string | undefined) => server.call("POST", `${path}/end-others`, { token, body: {} });
const renew = (refreshToken: string, clientId = server.clientId) =>
  server.call("POST", "/oauth2/token", { body: { grantType: "refresh_token", clientId, refreshToken } });
const codeOf = (response: { body: { details: { applicationError?: { code: string } } } }) =>
  response.body.details.applicationError?.code;

describe(`GET ${path}`, () => {
  it("lists the member's sessions: this one first, then by last use, with browser, device and app", async () => {
    const { email, signIn } = await newMember();
    const thisSession = await signIn(firefox);
    server.advance(60_000);
    const phone = await signIn(safari);
    const program = await signIn("node");
    const app = await createApp(
      server.context,
      { kind: "owner" },
      { name: "Shop", redirectUris: [], origins: ["https://shop.example"], refreshTokens: "stable" },
    );
    const { access_token: visitor } = (
      await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId: app.clientId } })
    ).body;
    const shop = await createSignInSteps({
      ...server,
      clientId: app.clientId,
      origin: "https://shop.example",
      visitorToken: async () => visitor,
    });
    server.advance(60_000);
    const otherSession = await shop.memberTokens((await shop.login(email)).body.sessionToken, firefox);
    server.advance(60_000);
    await renew(phone.refresh_token);

    const { status, body, headers } = await list(thisSession.access_token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-store");
    const tests = { id: server.clientId, name: "Tests" };
    expect(body.sessions).toMatchObject([
      { current: true, browser: "Firefox", device: "Windows", app: tests },
      { current: false, browser: "Safari", device: "iPhone", app: tests },
      { current: false, browser: "Firefox", device: "Windows", app: { id: app.clientId, name: "Shop" } },
      { current: false, browser: null, device: null, app: tests },
    ]);
    const [first, second] = body.sessions;
    expect(Object.keys(first).sort()).toEqual([
      ...["app", "browser", "createdDate", "current", "device", "id", "lastActiveDate"],
    ]);
    expect(first.lastActiveDate).toBe(first.createdDate);
    expect(Date.parse(second.lastActiveDate) - Date.parse(second.createdDate)).toBeGreaterThanOrEqual(120_000);
    expect((await sessionsOf(otherSession.access_token))[0]).toMatchObject({ current: true, app: { name: "Shop" } });
    expect((await renew(program.refresh_token)).status).toBe(200);
  });

  it("stores only those two words of the user agent", async () => {
    const { signIn } = await newMember();
    const strange = `Secret-Marker <b>Firefox/1 (Windows; ${"x".repeat(3_000)})`;
    const { access_token: token } = await signIn(strange);
    expect((await sessionsOf(token))[0]).toMatchObject({ browser: "Firefox", device: "Windows" });
    for (const table of ["sessions", "authorization_codes"] as const) {
      const rows = await db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain("Secret-Marker");
    }
  });

  it("omits sessions that ended, expired or belong to others, including visitors", async () => {
    const { signIn } = await newMember();
    const old = await signIn(safari);
    server.advance(91 * day);
    steps = await createSignInSteps(server);
    const thisSession = await signIn(firefox);
    const ended = await signIn();
    await end(thisSession.access_token, (await sessionsOf(ended.access_token))[0].id);
    await (await newMember()).signIn();
    await server.visitorToken();
    expect((await renew(old.refresh_token)).status).toBe(400);
    expect(await sessionsOf(thisSession.access_token)).toMatchObject([{ current: true, browser: "Firefox" }]);
  });

  it("includes this session even if a hundred others were used later", async () => {
    const { signIn } = await newMember();
    const { access_token: token } = await signIn(firefox);
    const [own] = await sessionsOf(token);
    const row = await db.selectFrom("sessions").selectAll().where("id", "=", own.id).executeTakeFirstOrThrow();
    const renewedAt = new Date(row.renewed_at.getTime() + 1_000);
    await db
      .insertInto("sessions")
      .values(Array.from({ length: 101 }, () => ({ ...row, id: crypto.randomUUID(), renewed_at: renewedAt })))
      .execute();
    const sessions = await sessionsOf(token);
    expect(sessions).toHaveLength(100);
    expect(sessions[0]).toEqual(own);
  });

  it("is for members only", async () => {
    const visitor = await server.visitorToken();
    for (const sendRequest of [
      list,
      endOthers,
      (token: string | undefined) => end(token, "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"),
    ]) {
      expect((await sendRequest(undefined)).status).toBe(401);
      const rejected = await sendRequest(visitor);
      expect([rejected.status, codeOf(rejected)]).toEqual([403, "NOT_ALLOWED"]);
    }
  });
});

describe(`DELETE ${path}/:sessionId`, () => {
  it("ends that session at once, and no other", async () => {
    const { signIn } = await newMember();
    const [thisSession, otherSession, third] = [await signIn(firefox), await signIn(safari), await signIn()];
    const id = (await sessionsOf(otherSession.access_token))[0].id;
    const { status, body } = await end(thisSession.access_token, id.toUpperCase());
    expect([status, body]).toEqual([200, {}]);
    expect((await renew(otherSession.refresh_token)).body.error).toBe("invalid_grant");
    expect((await renew(third.refresh_token)).status).toBe(200);
    expect((await sessionsOf(thisSession.access_token)).map((session: { id: string }) => session.id)).not.toContain(id);
    const again = await end(thisSession.access_token, id);
    expect([again.status, codeOf(again)]).toEqual([404, "SESSION_NOT_FOUND"]);
  });

  it("can end the caller's own session", async () => {
    const { signIn } = await newMember();
    const thisSession = await signIn();
    expect((await end(thisSession.access_token, (await sessionsOf(thisSession.access_token))[0].id)).status).toBe(200);
    expect((await renew(thisSession.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("responds to another member's session as to an unknown one, and does not end it", async () => {
    const thisSession = await (await newMember()).signIn();
    const otherMember = await (await newMember()).signIn();
    const foreign = (await sessionsOf(otherMember.access_token))[0].id;
    const returned = async (id: string) => {
      const { status, body } = await end(thisSession.access_token, id);
      return { status, body };
    };
    const rejected = await returned(foreign);
    expect(rejected.status).toBe(404);
    expect(await returned("0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")).toEqual(rejected);
    expect((await renew(otherMember.refresh_token)).status).toBe(200);
  });

  it.each(["x", "%00", "0195a1b2", "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b%27"])("rejects the id %s", async (id) => {
    const { access_token: token } = await (await newMember()).signIn();
    expect([400, 404]).toContain((await end(token, id)).status);
  });
});

describe(`POST ${path}/end-others`, () => {
  it("keeps this session only, and ends pending sign-ins too", async () => {
    const { email, signIn } = await newMember();
    const [thisSession, otherSession] = [await signIn(firefox), await signIn(safari)];
    const otherMember = await (await newMember()).signIn();
    const { sessionToken } = (await steps.login(email)).body;
    const pendingSignIns = await steps.redirectSession({ sessionToken: (await steps.login(email)).body.sessionToken });
    const { code } = await steps.posted(pendingSignIns.body.redirectSession.fullUrl);

    const { status, body } = await endOthers(thisSession.access_token);
    expect([status, body]).toEqual([200, {}]);
    expect(await sessionsOf(thisSession.access_token)).toMatchObject([{ current: true, browser: "Firefox" }]);
    expect((await renew(thisSession.refresh_token)).status).toBe(200);
    expect((await renew(otherSession.refresh_token)).body.error).toBe("invalid_grant");
    expect((await steps.exchange({ code, codeVerifier: pendingSignIns.codeVerifier })).body.error).toBe(
      "invalid_grant",
    );
    const late = await steps.redirectSession({ sessionToken });
    expect((await steps.posted(late.body.redirectSession.fullUrl)).error).toBe("login_required");
    expect((await renew(otherMember.refresh_token)).status).toBe(200);
  });

  it("is rejected for a session that ended a moment ago, on any node", async () => {
    const { signIn } = await newMember();
    const [thisSession, thief, accomplice] = [await signIn(firefox), await signIn(safari), await signIn(safari)];
    const own = (await sessionsOf(thisSession.access_token))[0].id;
    const idOf = async ({ access_token: token }: typeof thisSession) => (await sessionsOf(token))[0].id;
    const accomplices = await idOf(accomplice);
    expect((await end(thisSession.access_token, await idOf(thief))).status).toBe(200);
    await db.updateTable("sessions").set({ revoked_at: new Date() }).where("id", "=", accomplices).execute();
    for (const { access_token: token } of [thief, accomplice]) {
      for (const rejected of [await list(token), await end(token, own), await endOthers(token)])
        expect([rejected.status, codeOf(rejected)]).toEqual([401, "UNAUTHENTICATED"]);
    }
    expect((await server.call("GET", "/members/v1/members/my", { token: thief.access_token })).status).toBe(401);
    expect((await renew(thisSession.refresh_token)).status).toBe(200);
  });

  it("keeps one of two sessions that end each other concurrently", async () => {
    const { signIn } = await newMember();
    const both = [await signIn(firefox), await signIn(safari)];
    const responses = await Promise.all(both.map(({ access_token: token }) => endOthers(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    const renewals = await Promise.all(both.map(({ refresh_token: token }) => renew(token)));
    expect(renewals.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("limits of changes", () => {
  it("are 120 a minute per member, from any IP", async () => {
    const { signIn } = await newMember();
    const { access_token: token } = await signIn();
    const responses = await Promise.all(Array.from({ length: 125 }, () => endOthers(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(120);
    const rejected = responses.find(({ status }) => status === 429)!;
    expect(codeOf(rejected)).toBe("TOO_MANY_REQUESTS");
    expect(Number(rejected.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await list(token)).status).toBe(200);
  });

  it("are 120 a minute per IP, for any member", async () => {
    const token = await server.visitorToken();
    const from = "192.0.2.200";
    const change = () => server.call("POST", `${path}/end-others`, { token, from, body: {} });
    const responses = await Promise.all(Array.from({ length: 125 }, change));
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(120);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

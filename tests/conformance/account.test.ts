import { createClient, isPorchlightError, OAuthStrategy, type PorchlightError } from "@porchlight/client";
import { memberSessions, securityEvents } from "@porchlight/client/auth";
import { members } from "@porchlight/client/members";
import { createMember } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const password = "a long walk by the sea";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const chrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

function newClient(userAgent = "") {
  return createClient({
    host: server.url,
    fetch: fetchFrom(server.origin),
    environment: pageOf(server.origin, userAgent),
    auth: OAuthStrategy({ clientId: server.clientId }),
    modules: { members, memberSessions, securityEvents },
  });
}

let names = 0;
async function newMember() {
  const email = `member-${++names}@example.com`;
  const profile = { firstName: "Ada", lastName: "Lovelace" };
  const { id } = await createMember(server.context, { kind: "owner" }, { email, password, profile });
  return {
    id,
    async signIn(userAgent?: string) {
      const client = newClient(userAgent);
      const answer = await client.auth.login({ email, password });
      if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
      await client.auth.completeLogin(answer.data.sessionToken);
      return client;
    },
  };
}

async function errorOf(call: Promise<unknown>): Promise<PorchlightError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isPorchlightError(error)) throw new Error(`No error of the client: ${error}`);
  return error;
}

describe("a member's sessions, client and server", () => {
  it("are listed with their browser, and can be ended one by one or all except the current one", async () => {
    const { signIn } = await newMember();
    const here = await signIn(firefox);
    const there = await signIn(chrome);
    const third = await signIn();

    const { events, hasMore } = await here.securityEvents.listSecurityEvents({ limit: 2 });
    const event = { _id: expect.any(String), date: expect.any(Date), event: "signed-in", by: "member" };
    expect([events, hasMore]).toEqual([Array(2).fill({ ...event, browser: null, device: null }), true]);
    const older = await here.securityEvents.listSecurityEvents({ before: events[1]?._id ?? "" });
    expect([older.events.length, older.hasMore]).toEqual([1, false]);

    const { sessions } = await here.memberSessions.listSessions();
    expect(sessions).toEqual([
      {
        _id: expect.any(String),
        current: true,
        _createdDate: expect.any(Date),
        lastActiveDate: expect.any(Date),
        browser: "Firefox",
        device: "Windows",
        app: { _id: server.clientId, name: "Tests" },
      },
      expect.objectContaining({ current: false, browser: null, device: null }),
      expect.objectContaining({ current: false, browser: "Chrome", device: "Android" }),
    ]);

    const lost: string[] = [];
    there.on("sessionLost", () => lost.push("there"));
    third.on("sessionLost", () => lost.push("third"));
    const id = sessions.find(({ device }) => device === "Android")?._id ?? "";
    expect(await here.memberSessions.endSession(id)).toBeUndefined();
    expect((await errorOf(here.memberSessions.endSession(id))).code).toBe("SESSION_NOT_FOUND");
    expect((await errorOf(there.auth.renewToken(there.auth.getTokens().refreshToken))).status).toBe(400);

    expect(await here.memberSessions.endOtherSessions()).toBeUndefined();
    expect((await here.memberSessions.listSessions()).sessions).toMatchObject([{ current: true }]);
    // The next call of the others fails to refresh their expired access token.
    for (const client of [there, third]) {
      const tokens = client.auth.getTokens();
      await client.auth.setTokens({ ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 1 } });
      expect(await client.members.getCurrentMember()).toEqual({});
      expect(client.loggedIn()).toBe(false);
    }
    expect(lost).toEqual(["there", "third"]);
    expect(here.loggedIn()).toBe(true);
  });

  it("are not accessible to others", async () => {
    const { signIn } = await newMember();
    const stranger = await (await newMember()).signIn();
    const { sessions } = await (await signIn()).memberSessions.listSessions();
    const error = await errorOf(stranger.memberSessions.endSession(sessions[0]?._id ?? ""));
    expect(error).toMatchObject({ kind: "notFound", code: "SESSION_NOT_FOUND", status: 404 });
    const visitor = newClient();
    for (const call of [
      () => visitor.memberSessions.listSessions(),
      () => visitor.memberSessions.endSession(sessions[0]?._id ?? ""),
      () => visitor.memberSessions.endOtherSessions(),
    ])
      expect(await errorOf(call())).toMatchObject({ kind: "forbidden", code: "NOT_ALLOWED" });
  });
});

describe("a member's names, client and server", () => {
  it("are changed by the member and visible in other sessions", async () => {
    const { id, signIn } = await newMember();
    const [here, there] = [await signIn(), await signIn()];
    const member = await here.members.updateMember(id, {
      contact: { firstName: "Augusta", lastName: null },
      profile: { nickname: "Countess" },
    });
    expect(member).toMatchObject({
      _id: id,
      _updatedDate: expect.any(Date),
      contact: { firstName: "Augusta", lastName: null },
      profile: { nickname: "Countess" },
    });
    expect((await there.members.getCurrentMember({ fieldsets: ["FULL"] })).member).toEqual(member);
  });

  it("are unchanged after an error that names the invalid field", async () => {
    const { id, signIn } = await newMember();
    const client = await signIn();
    const error = await errorOf(client.members.updateMember(id, { contact: { firstName: "x".repeat(101) } }));
    expect(error).toMatchObject({
      kind: "invalid",
      details: { validationError: { fieldViolations: [{ field: "member.contact.firstName" }] } },
    });
    const other = await newMember();
    expect(await errorOf(client.members.updateMember(other.id, { contact: { firstName: "Eve" } }))).toMatchObject({
      kind: "forbidden",
    });
    expect((await client.members.getCurrentMember()).member?.profile.nickname).toBe("Ada Lovelace");
  });
});

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createTestMembers, minute } from "../../../test/auth/mfa-members.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";

const server = await createTestServer();
const other = await createServer(server.context.config);
afterAll(() => other.close());
const members = await createTestMembers(server);
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const home = "203.0.113.7";
const nearHome = "203.0.7.7";
const elsewhere = "198.51.100.9";

interface Sent {
  clientMetaData?: object;
}
/** Signs in with the same browser each time. */
const login = (email: string, from: string, { clientMetaData = {} }: Sent = {}): Promise<TestResponse> =>
  server.call("POST", "/_api/iam/authentication/v2/login", {
    token: members.visitor,
    headers: { "user-agent": firefox },
    from,
    body: { loginId: { email }, password: goodPassword, clientMetaData },
  });
/** The reason for MFA; `undefined` without MFA. */
const reasonFor = async (email: string, from: string, sent?: Sent): Promise<string | undefined> => {
  const { body } = await login(email, from, sent);
  expect(body.state).toBe(body.mfaChallengeData ? "REQUIRE_MFA" : "SUCCESS");
  return body.mfaChallengeData?.reason;
};
const renew = (refreshToken: string, from: string) =>
  server.call("POST", "/oauth2/token", {
    from,
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });

/** A member who has signed in from the home network. */
async function newMember(from = home) {
  const { email, id } = await members.newMember();
  const { sessionToken } = (await login(email, from)).body;
  return { email, id, tokens: await members.steps.memberTokens(sessionToken, firefox, from) };
}

/** The same with an authenticator app and a trusted device. */
async function newMemberWithApp() {
  const { email, id, code } = await members.newMemberWithApp();
  await server.context.db.deleteFrom("sessions").where("subject_id", "=", id).execute();
  const body = { totpData: { code: code() }, rememberThisDevice: true };
  const verified = await members.verify(await members.start(email), body, "TOTP");
  await members.steps.memberTokens(verified.body.sessionToken, firefox, home);
  await members.advance(minute);
  const { strValue: deviceToken } = verified.body.additionalData.deviceToken;
  return { email, code, clientMetaData: { deviceToken: deviceToken as string } };
}

describe("an unrecognized network", () => {
  it("requires MFA on a trusted device, without trusting it again, until a session was there", async () => {
    const { email, code, clientMetaData } = await newMemberWithApp();
    expect(await reasonFor(email, home, { clientMetaData })).toBeUndefined();
    expect(await reasonFor(email, nearHome, { clientMetaData })).toBeUndefined();
    const { body } = await login(email, elsewhere, { clientMetaData });
    expect(body).toMatchObject({ state: "REQUIRE_MFA", mfaChallengeData: { reason: "HIGH_RISK_LOGIN" } });
    const reauthentication = { totpData: { code: code() }, rememberThisDevice: true };
    const verified = await members.verify(body.stateToken, reauthentication, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect(verified.body.additionalData).toBeUndefined();
    await members.steps.memberTokens(verified.body.sessionToken, firefox, elsewhere);
    expect(await reasonFor(email, elsewhere, { clientMetaData })).toBeUndefined();
  });

  it("has no other effect by default", async () => {
    const { email } = await newMember();
    const withApp = await newMemberWithApp();
    for (const value of ["off", "ask"] as const) {
      await changeSetting(server, "riskySignIns", value);
      expect(await reasonFor(email, elsewhere)).toBeUndefined();
      expect(await reasonFor(withApp.email, elsewhere)).toBe("USER_SETTINGS");
    }
  });
});

describe("riskySignIns places", () => {
  beforeEach(() => changeSetting(server, "riskySignIns", "places"));

  it("requires a code by email in another network, with the usual browser", async () => {
    const { email } = await newMember();
    expect(await reasonFor(email, home)).toBeUndefined();
    expect(await reasonFor(email, `::ffff:${nearHome}`)).toBeUndefined();
    const { body } = await login(email, elsewhere);
    expect(body.mfaChallengeData).toMatchObject({
      reason: "HIGH_RISK_LOGIN",
      availableFactors: [{ factorType: "EMAIL" }],
    });
    await members.verify(body.stateToken, { emailData: {} }, "EMAIL");
    const [mail] = await members.waitFor(email, 1, ({ code }) => code !== undefined);
    const verified = await members.verify(body.stateToken, { emailData: { code: mail!.code } }, "EMAIL");
    await members.steps.memberTokens(verified.body.sessionToken, firefox, elsewhere);
    expect(await reasonFor(email, elsewhere)).toBeUndefined();
    expect(await reasonFor(email, home)).toBeUndefined();
  });

  it("returns the reason to members with a factor", async () => {
    const { email } = await newMemberWithApp();
    expect(await reasonFor(email, home)).toBe("USER_SETTINGS");
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });

  it("compares networks of IPv6", async () => {
    const { email } = await newMember("2001:db8:1:2::1");
    expect(await reasonFor(email, "2001:db8:ffff::9")).toBeUndefined();
    expect(await reasonFor(email, "2001:db9:1:2::1")).toBe("HIGH_RISK_LOGIN");
    expect(await reasonFor(email, home)).toBe("HIGH_RISK_LOGIN");
  });

  it("treats private networks as one, and no IP as none", async () => {
    const { email } = await newMember("10.0.0.1");
    for (const from of ["192.168.178.20", "127.0.0.1", "::1", "fd00::1", ""])
      expect(await reasonFor(email, from)).toBeUndefined();
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });

  it("requires nothing without recorded networks, until a renewal records one", async () => {
    const { email, id, tokens } = await newMember();
    await server.context.db.updateTable("sessions").set({ places: [] }).where("subject_id", "=", id).execute();
    expect(await reasonFor(email, elsewhere)).toBeUndefined();
    expect((await renew(tokens.refresh_token, home)).status).toBe(200);
    expect(await reasonFor(email, home)).toBeUndefined();
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });

  it("recognizes the networks of a session's renewals, four at most", async () => {
    const { email, tokens } = await newMember();
    let token = tokens.refresh_token;
    const goTo = async (from: string) => {
      const { body, status } = await renew(token, from);
      expect(status).toBe(200);
      token = body.refresh_token;
    };
    for (const from of [elsewhere, elsewhere, "192.0.2.1", "2001:db8::1"]) await goTo(from);
    for (const from of [home, elsewhere, "192.0.2.1", "2001:db8::1"])
      expect(await reasonFor(email, from)).toBeUndefined();
    await goTo(home);
    await goTo("100.200.0.1");
    expect(await reasonFor(email, home)).toBeUndefined();
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });

  it("records nothing at a rejected renewal", async () => {
    const { email, tokens } = await newMember();
    const path = "/_api/porchlight/v1/auth/sessions";
    const { sessions } = (await server.call("GET", path, { token: tokens.access_token })).body;
    await server.call("DELETE", `${path}/${sessions[0].id}`, { token: tokens.access_token });
    expect((await renew(tokens.refresh_token, elsewhere)).status).toBe(400);
    expect(await reasonFor(email, home)).toBeUndefined();
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });

  it("recognizes networks on every node", async () => {
    const { email } = await newMember();
    const sendRequest = async (clientAddress: string) => {
      const body = JSON.stringify({ loginId: { email }, password: goodPassword });
      const headers = { "content-type": "application/json", authorization: members.visitor, "user-agent": firefox };
      const url = "http://localhost:4000/_api/iam/authentication/v2/login";
      const response = await other.fetch(new Request(url, { method: "POST", headers, body }), { clientAddress });
      return ((await response.json()) as { state: string }).state;
    };
    expect(await sendRequest(nearHome)).toBe("SUCCESS");
    expect(await sendRequest(elsewhere)).toBe("REQUIRE_MFA");
  });

  it.each([
    ["ended by id", "DELETE", (id: string) => `/${id}`],
    ["ended with all other sessions", "POST", () => "/end-others"],
  ] as const)("clears the networks of a session that the member has %s", async (_how, method, pathOf) => {
    const { email, tokens } = await newMember();
    await changeSetting(server, "riskySignIns", "off");
    const { sessionToken } = (await login(email, elsewhere)).body;
    await members.steps.memberTokens(sessionToken, firefox, elsewhere);
    await changeSetting(server, "riskySignIns", "places");
    expect(await reasonFor(email, elsewhere)).toBeUndefined();
    const path = "/_api/porchlight/v1/auth/sessions";
    const { sessions } = (await server.call("GET", path, { token: tokens.access_token })).body;
    const { id } = sessions.find(({ current }: { current: boolean }) => !current);
    const body = method === "POST" ? { body: {} } : {};
    const ended = await server.call(method, `${path}${pathOf(id)}`, { token: tokens.access_token, ...body });
    expect(ended.status).toBe(200);
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
    expect(await reasonFor(email, home)).toBeUndefined();
  });

  it("clears the networks of a session whose token was reused", async () => {
    const { email } = await newMember();
    const { sessionToken } = (await login(email, home)).body;
    const second = await members.steps.memberTokens(sessionToken, firefox, home);
    const { body } = await renew(second.refresh_token, elsewhere);
    expect(await reasonFor(email, elsewhere)).toBeUndefined();
    await server.call("GET", "/_api/porchlight/v1/auth/sessions", { token: body.access_token });
    server.advance(minute);
    expect((await renew(second.refresh_token, home)).status).toBe(400);
    expect(await reasonFor(email, elsewhere)).toBe("HIGH_RISK_LOGIN");
  });
});

describe("a stored network", () => {
  it("is no IP address, differs between members, and is absent for visitors", async () => {
    const { db } = server.context;
    const [first, second] = [await newMember(), await newMember()];
    const placesOf = async (id: string) =>
      (await db.selectFrom("sessions").select("places").where("subject_id", "=", id).executeTakeFirstOrThrow()).places;
    const [[place], [neighbours]] = [await placesOf(first.id), await placesOf(second.id)];
    expect(place).toHaveLength(32);
    expect(place).not.toEqual(neighbours);
    const visitor = await server.call("POST", "/oauth2/token", {
      from: home,
      body: { grantType: "anonymous", clientId: server.clientId },
    });
    expect((await renew(visitor.body.refresh_token, home)).status).toBe(200);
    const rows = await db.selectFrom("sessions").select("places").where("role", "=", "visitor").execute();
    expect(rows.flatMap(({ places }) => places)).toEqual([]);
  });
});

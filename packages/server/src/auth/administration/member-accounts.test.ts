import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const support = await staff.add("support@example.com", "support");
const editor = await staff.add("editor@example.com", "editor");
const steps = await createSignInSteps(server);
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const pathOf = (id: string, action: string) => `/_api/porchlight/v1/members/${id}/${action}`;
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;

describe("the account of a member", () => {
  it("has sessions, factors and security events for owners and support only", async () => {
    const { sessionToken, memberId } = await steps.newMember("mia@example.com");
    await steps.memberTokens(sessionToken, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    await steps.login("mia@example.com", "a wrong password");
    for (const token of [support, staff.ownerToken]) {
      const { body } = await server.call("GET", pathOf(memberId, "account"), { token });
      expect(body.account).toMatchObject({ hasPassword: true, factors: [], recoveryCodesLeft: 0 });
      expect(body.account.sessions).toMatchObject([{ browser: "Firefox", device: "Linux", current: false }]);
      const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token });
      expect(events.body).toMatchObject({ events: [{ event: "sign-in-failed" }], hasMore: true });
    }
    const { access_token: member } = await server.signIn();
    for (const token of [editor, member])
      for (const path of ["account", "security-events"])
        expect(codeOf(await server.call("GET", pathOf(memberId, path), { token }))).toBe("NOT_ALLOWED");
    expect(codeOf(await server.call("GET", pathOf(newId(), "account"), { token: support }))).toBe("MEMBER_NOT_FOUND");
  });

  it("is signed out everywhere", async () => {
    const { sessionToken, memberId } = await steps.newMember("noa@example.com");
    const { refresh_token: refreshToken } = await steps.memberTokens(sessionToken);
    const ended = await server.call("POST", pathOf(memberId, "end-sessions"), { token: support, body: {} });
    expect(ended.body).toEqual({});
    expect((await steps.exchange({ grantType: "refresh_token", refreshToken })).body.error).toBe("invalid_grant");
    const { body } = await server.call("GET", pathOf(memberId, "account"), { token: support });
    expect(body.account.sessions).toEqual([]);
    const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token: support });
    expect(events.body.events[0]).toMatchObject({ event: "other-sessions-ended", by: "owner" });
  });

  it("loses its factors, and gets an email about it", async () => {
    const { memberId } = await steps.newMember("oda@example.com");
    expect((await server.call("POST", pathOf(memberId, "reset-factors"), { token: support, body: {} })).body).toEqual(
      {},
    );
    await expect.poll(async () => (await mailsTo("oda@example.com")).length).toBe(2);
    const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token: support });
    expect(events.body.events[0]).toMatchObject({ event: "second-steps-reset" });
  });

  it("is created by an invitation, which works once", async () => {
    const invite = (body: object) =>
      server.call("POST", "/_api/porchlight/v1/members/invitations", { token: support, body });
    const { body } = await invite({ email: "Pia@Example.com", firstName: "Pia" });
    expect(body.member.email).toBe("Pia@example.com");
    await expect.poll(async () => (await mailsTo("pia@example.com")).length).toBe(1);
    const recoveryToken = /#token=([\w-]+)/.exec((await mailsTo("pia@example.com"))[0]!.text)?.[1];
    const token = await server.visitorToken();
    const recover = () =>
      server.call("POST", "/_api/iam/recovery/v1/recover", { token, body: { recoveryToken, password: goodPassword } });
    expect((await recover()).body.state).toBe("SUCCESS");
    expect((await recover()).status).toBeGreaterThanOrEqual(400);
    expect(codeOf(await invite({ email: "pia@example.com" }))).toBe("-19995");
    for (const email of ["", "pia", "pia@example.com\0", 5]) expect((await invite({ email })).status).toBe(400);
    expect(
      codeOf(
        await server.call("POST", "/_api/porchlight/v1/members/invitations", {
          token: editor,
          body: { email: "q@example.com" },
        }),
      ),
    ).toBe("NOT_ALLOWED");
  });

  it("is rejected only while it is pending", async () => {
    const { memberId } = await steps.newMember("quinn@example.com");
    const reject = (id: string) => server.call("POST", pathOf(id, "reject"), { token: support, body: {} });
    expect(codeOf(await reject(memberId))).toBe("MEMBER_NOT_PENDING");
    const { body } = await steps.register("rae@example.com");
    expect((await reject(body.identity.id)).body.member.status).toBe("BLOCKED");
  });
});

describe("the export of members", () => {
  const read = (token?: string) => server.call("GET", "/_api/porchlight/v1/members/export.csv", { token });

  it("is a CSV file for owners, after a recent sign-in", async () => {
    const { headers, body, status } = await read(staff.ownerToken);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "private, no-store",
    ]);
    expect(body.split("\r\n")[0]).toContain("loginEmail");
    expect(body).toContain("mia@example.com");
    expect(body).not.toContain("support@example.com");
    for (const token of [support, editor]) expect(codeOf(await read(token))).toBe("NOT_ALLOWED");
    expect(await Promise.all([read(), read("made up")].map(async (response) => (await response).status))).toEqual([
      403, 401,
    ]);
    server.advance(11 * 60_000);
    expect(codeOf(await read(staff.ownerToken))).toBe("REAUTHENTICATION_REQUIRED");
  });
});

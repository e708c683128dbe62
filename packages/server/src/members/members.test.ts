import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";
import { createMember } from "./administration/create-member.ts";
import { listMembers } from "./administration/list-members.ts";
import { approveMember, rejectMember } from "./administration/review-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const path = "/members/v1/members/my";
const mailTo = async (email: string) =>
  (await server.call("GET", `/dev/mail.json?to=${email}`)).body as { subject: string; link?: string }[];
const memberToken = async (email: string) =>
  (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token;
const addPending = (email: string) =>
  createMember(context, owner, { email, password: goodPassword, status: "PENDING" });

describe(`GET ${path}`, () => {
  it("returns {} to a visitor and rejects callers without a token", async () => {
    const token = await server.visitorToken();
    const response = await server.call("GET", path, { token });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({});
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect((await server.call("GET", path)).status).toBe(401);
  });

  it("returns public, account, and contact data by fieldset", async () => {
    const { id } = await createMember(context, owner, {
      email: "Ada@example.com",
      password: goodPassword,
      profile: {
        firstName: "Ada",
        lastName: "Lovelace",
        privacyStatus: "PUBLIC",
        emails: [{ email: "second@example.com" }],
        phones: [{ tag: "HOME", phone: "123" }],
        addresses: [{ tag: "HOME", address: { city: "London" } }],
        customFields: [
          { name: "Favourite colour", value: { strValue: "blue" } },
          { name: "__proto__", value: { numValue: 1 } },
        ],
      },
    });
    const token = await memberToken("ada@example.com");
    const get = async (query: string) => (await server.call("GET", `${path}${query}`, { token })).body.member;
    const dates = { createdDate: expect.stringMatching(/Z$/), updatedDate: expect.stringMatching(/Z$/) };
    const profile = { nickname: "Ada Lovelace", slug: "ada-lovelace" };
    const shown = { id, ...dates, profile, privacyStatus: "UNKNOWN", activityStatus: "UNKNOWN" };
    expect(await get("")).toEqual(shown);
    expect(await get("?fieldsets=PUBLIC")).toEqual(shown);

    const extended = {
      ...shown,
      loginEmail: "Ada@example.com",
      loginEmailVerified: true,
      status: "APPROVED",
      contactId: id,
      privacyStatus: "PUBLIC",
      activityStatus: "ACTIVE",
      lastLoginDate: expect.stringMatching(/Z$/),
    };
    expect(await get("?fieldsets=EXTENDED")).toEqual(extended);

    const full = await get("?fieldsets=FULL&fieldsets=EXTENDED");
    expect(full).toEqual({
      ...extended,
      contact: {
        contactId: id,
        firstName: "Ada",
        lastName: "Lovelace",
        phones: ["123"],
        emails: ["Ada@example.com", "second@example.com"],
        addresses: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), city: "London" }],
        customFields: {
          "custom.favourite-colour": { name: "Favourite colour", value: { strValue: "blue" } },
          "custom.proto": { name: "__proto__", value: { numValue: 1 } },
        },
      },
    });
    expect((await get("?fieldsets=FULL")).contact.addresses[0].id).toBe(full.contact.addresses[0].id);
  });

  it.each(["?fieldsets=ALL", "?fieldsets=FULL&fieldsets=FULL&fieldsets=FULL&fieldsets=FULL", "?.r=!!!"])(
    "rejects %s",
    async (query) => {
      expect((await server.call("GET", `${path}${query}`, { token: await server.visitorToken() })).status).toBe(400);
    },
  );
});

describe("members managed through the command line", () => {
  it("are created active and verified, and listed newest first, by status", async () => {
    const first = await createMember(context, owner, { email: "first@example.com", password: goodPassword });
    const second = await addPending("second@example.com");
    expect(first).toMatchObject({
      email: "first@example.com",
      emailVerified: true,
      status: "ACTIVE",
      pendingReasons: [],
      lastLoginDate: null,
    });
    const ids = (await listMembers(context, owner)).map(({ id }) => id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
    expect((await listMembers(context, owner, { status: "PENDING" })).map(({ id }) => id)).toEqual([second.id]);
  });

  it("are validated like registrations", async () => {
    await expect(createMember(context, owner, { email: "nope", password: goodPassword })).rejects.toThrow(
      InvalidArguments,
    );
    await expect(createMember(context, owner, { email: "weak@example.com", password: "password" })).rejects.toThrow(
      "is a commonly used password",
    );
    await createMember(context, owner, { email: "once@example.com", password: goodPassword });
    await expect(
      createMember(context, owner, { email: "ONCE@example.com", password: goodPassword }),
    ).rejects.toMatchObject({ code: "-19995" });
  });

  it("can be managed by the owner only", async () => {
    const { id } = await addPending("guarded@example.com");
    const visitor = { kind: "visitor", appId: server.clientId, sessionId: id, visitorId: id } as const;
    for (const attempt of [
      () => listMembers(context, visitor),
      () => createMember(context, visitor, { email: "x@example.com", password: goodPassword }),
      () => approveMember(context, visitor, id),
      () => rejectMember(context, { kind: "member", appId: id, sessionId: id, memberId: id }, id),
    ]) {
      await expect(attempt()).rejects.toThrow(new Refusal("NOT_ALLOWED"));
    }
    expect((await listMembers(context, owner, { status: "PENDING" })).some((member) => member.id === id)).toBe(true);
  });

  it("can sign in once approved and are notified by email", async () => {
    await addPending("approve@example.com");
    expect(await approveMember(context, owner, " APPROVE@example.com")).toMatchObject({
      status: "ACTIVE",
      pendingReasons: [],
    });
    await expect
      .poll(() => mailTo("approve@example.com"))
      .toEqual([
        expect.objectContaining({
          subject: "You are now a member of Porchlight",
          link: "http://localhost:4000/sign-in",
        }),
      ]);
    expect((await steps.login("approve@example.com")).body.state).toBe("SUCCESS");
    await expect(approveMember(context, owner, "approve@example.com")).rejects.toThrow(
      new Refusal("MEMBER_NOT_PENDING"),
    );
  });

  it("are approved once by ten concurrent requests", async () => {
    const { id } = await addPending("ten@example.com");
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => approveMember(context, owner, id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("still have to verify their email after approval", async () => {
    await steps.register("slow@example.com");
    await expect(approveMember(context, owner, "slow@example.com")).rejects.toThrow(new Refusal("MEMBER_NOT_PENDING"));
    await context.db
      .updateTable("members")
      .set({ pending_reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED", "PENDING_ADMIN_APPROVAL_REQUIRED"] })
      .where("email_key", "=", "slow@example.com")
      .execute();
    expect(await approveMember(context, owner, "slow@example.com")).toMatchObject({
      status: "PENDING",
      emailVerified: false,
      pendingReasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"],
    });
    expect((await steps.login("slow@example.com")).body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
  });

  it("stay blocked once rejected, are notified by email, and cannot register again", async () => {
    const { id } = await addPending("reject@example.com");
    expect(await rejectMember(context, owner, id)).toMatchObject({ status: "BLOCKED", pendingReasons: [] });
    await expect
      .poll(() => mailTo("reject@example.com"))
      .toEqual([expect.objectContaining({ subject: "Your request to join Porchlight" })]);
    expect((await steps.login("reject@example.com")).body).toMatchObject({
      state: "STATUS_CHECK",
      identity: { status: { name: "BLOCKED" } },
    });
    expect((await steps.register("reject@example.com")).body.details.applicationError.code).toBe("-19995");
    await expect(rejectMember(context, owner, id)).rejects.toThrow(new Refusal("MEMBER_NOT_PENDING"));
  });

  it.each(["nobody@example.com", "11111111-1111-4111-8111-111111111111", "not an id", ""])(
    "are not found by %j",
    async (idOrEmail) => {
      await expect(approveMember(context, owner, idOrEmail)).rejects.toThrow(new Refusal("MEMBER_NOT_FOUND"));
    },
  );
});

import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;
let members = 0;

async function newMember(profile: object = { firstName: "Ada", lastName: "Lovelace" }) {
  const email = `member-${++members}@example.com`;
  const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword, profile });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  return { id, email, token };
}
const update = (token: string | undefined, id: string, body: unknown) =>
  server.call("PATCH", `/members/v1/members/${id}`, { token, body });
const read = async (token: string) =>
  (await server.call("GET", "/members/v1/members/my?fieldsets=FULL", { token })).body.member;
const codeOf = (response: { body: { details: { applicationError?: { code: string } } } }) =>
  response.body.details.applicationError?.code;

describe("PATCH /members/v1/members/:memberId", () => {
  it("changes the member's own names and returns them", async () => {
    const { id, token } = await newMember();
    const before = await read(token);
    server.advance(1_000);
    const { status, body } = await update(token, id.toUpperCase(), {
      member: { contact: { firstName: "  Augusta ", lastName: "King" } },
    });
    expect(status).toBe(200);
    expect(body.member).toMatchObject({
      id,
      contact: { firstName: "Augusta", lastName: "King" },
      profile: { nickname: "Augusta King", slug: "ada-lovelace" },
    });
    expect(await read(token)).toEqual(body.member);
    expect(Date.parse(body.member.updatedDate)).toBeGreaterThan(Date.parse(before.updatedDate));
  });

  it("retains absent fields and clears null and empty ones", async () => {
    const { id, token } = await newMember({ firstName: "Ada", lastName: "Lovelace", nickname: "Countess" });
    const after = async (member: object) => {
      const { profile, contact } = (await update(token, id, { member })).body.member;
      return [profile.nickname, contact.firstName, contact.lastName];
    };
    expect(await after({ contact: { firstName: "A." } })).toEqual(["Countess", "A.", "Lovelace"]);
    expect(await after({ profile: { nickname: null } })).toEqual(["A. Lovelace", "A.", "Lovelace"]);
    expect(await after({ contact: { lastName: "" } })).toEqual(["A.", "A.", null]);
    expect(await after({ contact: { firstName: " \u00a0 " }, profile: null })).toEqual([null, null, null]);
    expect(await after({ profile: { nickname: "Ada ✨" }, contact: null })).toEqual(["Ada ✨", null, null]);
    const { updatedDate } = await read(token);
    server.advance(1_000);
    expect(await after({})).toEqual(["Ada ✨", null, null]);
    expect((await read(token)).updatedDate).toBe(updatedDate);
  });

  it.each(["\u200b", "\u00ad\u2060", "\u3164", "\u0301", "\u2800"])(
    "treats the invisible name %j as absent",
    async (firstName) => {
      const { id, token } = await newMember({ firstName, lastName: "  " });
      expect((await read(token)).contact).toMatchObject({ firstName: null, lastName: null });
      await update(token, id, { member: { contact: { lastName: "Lovelace" } } });
      await update(token, id, { member: { contact: { lastName: firstName } } });
      expect((await read(token)).contact.lastName).toBeNull();
      await update(token, id, { member: { contact: { firstName: "👩‍🌾", lastName: "می‌خواهم" } } });
      expect((await read(token)).contact).toMatchObject({ firstName: "👩‍🌾", lastName: "می‌خواهم" });
    },
  );

  it("ignores fields that members may not change", async () => {
    const { id, email, token } = await newMember();
    const other = await newMember();
    const before = await db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const { status } = await update(token, id, {
      memberId: other.id,
      member: {
        id: other.id,
        loginEmail: "new@example.com",
        loginEmailVerified: false,
        status: "BLOCKED",
        contactId: other.id,
        activityStatus: "MUTED",
        createdDate: "2000-01-01T00:00:00.000Z",
        profile: { nickname: "Countess", slug: "admin", photo: { url: "https://x/p.jpg" } },
        contact: { emails: ["new@example.com"], labels: ["x"], contactId: other.id },
        roles: ["owner"],
      },
    });
    expect(status).toBe(200);
    const row = await db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toEqual({
      ...before,
      profile: { ...before.profile, nickname: "Countess" },
      updated_at: expect.any(Date),
    });
    expect((await steps.login(email)).body.state).toBe("SUCCESS");
    expect((await read(other.token)).profile.nickname).toBe("Ada Lovelace");
  });

  it.each(["a\nb", "a\u0000b", "a\u0007b", "a\u2028b", "x".repeat(101), 5, true, [], {}])(
    "rejects the name %j with its path and changes nothing",
    async (name) => {
      const { id, token } = await newMember();
      for (const [part, field] of [
        ["contact", "firstName"],
        ["contact", "lastName"],
        ["profile", "nickname"],
      ] as const) {
        const { status, body } = await update(token, id, { member: { [part]: { [field]: name } } });
        expect(status).toBe(400);
        const violations = body.details.validationError?.fieldViolations;
        if (violations) expect(violations).toMatchObject([{ field: `member.${part}.${field}`, data: {} }]);
      }
      expect((await read(token)).profile.nickname).toBe("Ada Lovelace");
    },
  );

  it.each([{}, { member: null }, { member: [] }, { member: "x" }, { member: { contact: [] } }, [], "{"])(
    "rejects the body %j",
    async (body) => {
      const { id, token } = await newMember();
      expect((await update(token, id, body)).status).toBe(400);
    },
  );

  it("responds the same for another member's record and a missing one", async () => {
    const own = await newMember();
    const other = await newMember();
    const body = { member: { contact: { firstName: "Eve" } } };
    const violations = async (id: string) => {
      const response = await update(own.token, id, body);
      return [response.status, response.body];
    };
    const refused = await violations(other.id);
    expect(refused[0]).toBe(403);
    expect(await violations("0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")).toEqual(refused);
    expect((await update(own.token, "my", body)).status).toBe(400);
    expect((await update(undefined, own.id, body)).status).toBe(401);
    expect(codeOf(await update(await server.visitorToken(), own.id, body))).toBe("NOT_ALLOWED");
    expect((await read(other.token)).contact.firstName).toBe("Ada");
  });

  it("rejects a member who was blocked since", async () => {
    const { id, token } = await newMember();
    await db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", id).execute();
    expect((await update(token, id, { member: { contact: { firstName: "Eve" } } })).status).toBe(401);
    const row = await db.selectFrom("members").select("profile").where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.profile.firstName).toBe("Ada");
  });

  it("applies two concurrent changes", async () => {
    const { id, token } = await newMember();
    await Promise.all([
      update(token, id, { member: { contact: { firstName: "Augusta" } } }),
      update(token, id, { member: { contact: { lastName: "King" } } }),
    ]);
    expect((await read(token)).profile.nickname).toBe("Augusta King");
  });
});

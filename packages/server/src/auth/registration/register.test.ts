import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ passwordHashing: undefined });
const steps = await createSignInSteps(server);
const memberCount = async () =>
  Number(
    (
      await server.context.db
        .selectFrom("members")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );
const path = "/_api/iam/authentication/v2/register";

describe("POST /_api/iam/authentication/v2/register", () => {
  it("requires the code sent to the stored email", async () => {
    const { status, body, headers } = await steps.register(" Ada@Example.com", {
      profile: { firstName: "Ada", customFields: [] },
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      state: "REQUIRE_EMAIL_VERIFICATION",
      stateToken: expect.stringMatching(/^[\w-]{43}$/),
      identity: {
        id: expect.any(String),
        createdDate: expect.stringMatching(/Z$/),
        updatedDate: expect.stringMatching(/Z$/),
        status: { name: "PENDING", reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] },
        emailVerified: false,
        identityProfile: {
          firstName: "Ada",
          customFields: [],
          privacyStatus: "PRIVATE",
          emails: [{ tag: "MAIN", email: "Ada@example.com" }],
        },
      },
    });
    expect(await steps.codes("ada@example.com")).toEqual([expect.stringMatching(/^\d{6}$/)]);
  });

  it("distinguishes a value of the wrong type from a missing one", async () => {
    const rulesOf = (response: { body: { details: { validationError: { fieldViolations: object[] } } } }) =>
      response.body.details.validationError.fieldViolations;
    expect(rulesOf(await steps.register("typed@example.com", { password: 12345678 }))).toMatchObject([
      { field: "password", violatedRule: "VALIDATION" },
    ]);
    expect(rulesOf(await steps.register("typed@example.com", { password: undefined }))).toMatchObject([
      { field: "password", violatedRule: "REQUIRED_FIELD" },
    ]);
  });

  it("stores neither password, code nor tokens in plain text", async () => {
    const { body } = await steps.register("stored@example.com");
    const [code] = await steps.codes("stored@example.com");
    const { db } = server.context;
    const member = await db
      .selectFrom("members")
      .selectAll()
      .where("email_key", "=", "stored@example.com")
      .executeTakeFirstOrThrow();
    expect(member.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const rows = JSON.stringify([
      await db.selectFrom("state_tokens").selectAll().execute(),
      await db.selectFrom("verification_codes").selectAll().execute(),
    ]);
    expect(rows).not.toContain(body.stateToken);
    expect(rows).not.toContain(code);
  });

  it("rejects an existing email in any spelling", async () => {
    await steps.register("taken@example.com");
    const before = await memberCount();
    const { status, body } = await steps.register(" TAKEN@EXAMPLE.COM ");
    expect(status).toBe(409);
    expect(body.details.applicationError).toMatchObject({ code: "-19995", data: {} });
    expect(await memberCount()).toBe(before);
  });

  it("lets one of ten concurrent registrations succeed", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => steps.register("race@example.com")));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await steps.codes("race@example.com")).toHaveLength(1);
  });

  it("gives members with the same name different slugs", async () => {
    const profile = { nickname: "Grace" };
    await Promise.all(["g1", "g2", "g3", "g4"].map((name) => steps.register(`${name}@example.com`, { profile })));
    const rows = await server.context.db
      .selectFrom("members")
      .select("slug")
      .where("email_key", "like", "g_@example.com")
      .execute();
    const slugs = rows.map(({ slug }) => slug).sort((left, right) => left.length - right.length);
    expect(slugs[0]).toBe("grace");
    expect(new Set(slugs).size).toBe(4);
    expect(slugs.slice(1).every((slug) => /^grace-[a-z2-9]{6}$/.test(slug))).toBe(true);
  });

  it("rejects an invalid email with a violation of type EMAIL, together with an invalid password", async () => {
    const before = await memberCount();
    const { status, body } = await steps.register("nope", { password: "short" });
    expect(status).toBe(400);
    expect(body.message).toBe(
      'INVALID_ARGUMENT: "loginId.email" must be an email address, like name@example.com, "password" must have at least 8 characters',
    );
    expect(body.details.validationError.fieldViolations).toEqual([
      expect.objectContaining({
        field: "loginId.email",
        violatedRule: "FORMAT",
        ruleName: "EMAIL",
        data: { type: "EMAIL" },
      }),
      expect.objectContaining({ field: "password", data: { type: "PASSWORD_TOO_SHORT", minimum: 8 } }),
    ]);
    expect(await memberCount()).toBe(before);
  });

  it("ignores server-controlled properties", async () => {
    const { body } = await steps.register("spare@example.com", {
      status: "ACTIVE",
      emailVerified: true,
      id: "11111111-1111-4111-8111-111111111111",
      profile: { firstName: "S", slug: "admin", status: "ACTIVE", roles: ["owner"] },
    });
    expect(body.identity).toMatchObject({ emailVerified: false, status: { name: "PENDING" } });
    expect(body.identity.id).not.toBe("11111111-1111-4111-8111-111111111111");
    expect(body.identity.identityProfile).toEqual({
      firstName: "S",
      privacyStatus: "PRIVATE",
      emails: [{ tag: "MAIN", email: "spare@example.com" }],
    });
  });

  it("emails the owner about waiting members, at most once an hour", async () => {
    const { db } = server.context;
    const mails = async () => {
      const { rows } = await sql<{ to: string; text: string | null; delay: number | null }>`
        select o.payload ->> 'to' as to, o.payload ->> 'text' as text,
          round(extract(epoch from j.start_after - now()) / 60)::integer as delay
        from outbox o left join pgboss.job j on j.id = o.id
        where 'memberWaiting' in (o.payload ->> 'kind', o.payload -> 'template' ->> 'kind') order by o.id`.execute(db);
      return rows;
    };
    await changeSetting(server, "memberApproval", "owner");
    await steps.register("unnoticed@example.com");
    await changeSetting(server, "ownerEmail", "owner@example.com");
    const { stateToken } = (await steps.register("waits@example.com")).body;
    // Unverified addresses may be invented.
    expect(await mails()).toEqual([]);
    const [code] = await steps.codes("waits@example.com");
    expect((await steps.verify(stateToken, code!)).body.state).toBe("REQUIRE_OWNER_APPROVAL");
    await changeSetting(server, "emailVerification", "off");
    expect(await mails()).toMatchObject([{ to: "owner@example.com" }]);
    const where = sql`'memberWaiting' in (payload ->> 'kind', payload -> 'template' ->> 'kind')`;
    await sql`update outbox set done_at = now() where ${where}`.execute(db);
    for (const name of ["second", "third"]) await steps.register(`${name}@example.com`);
    const [, later, ...others] = await mails();
    expect([Number(later?.delay) > 50, others]).toEqual([true, []]);
    expect(later?.text).toContain("second@example.com has signed up");
    expect(later?.text).toContain("/admin/members?status=PENDING&filter=approval");
    await changeSetting(server, "ownerEmail", "");
    await changeSetting(server, "emailVerification", "required");
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("follows the site's settings", async () => {
    await changeSetting(server, "memberApproval", "owner");
    expect((await steps.register("both@example.com")).body).toMatchObject({
      state: "REQUIRE_EMAIL_VERIFICATION",
      identity: { status: { reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED", "PENDING_ADMIN_APPROVAL_REQUIRED"] } },
    });
    await changeSetting(server, "emailVerification", "off");
    const waiting = (await steps.register("approval@example.com")).body;
    expect(waiting).toMatchObject({ state: "REQUIRE_OWNER_APPROVAL", identity: { status: { name: "PENDING" } } });
    expect(waiting).not.toHaveProperty("sessionToken");
    expect(waiting).not.toHaveProperty("stateToken");
    await changeSetting(server, "memberApproval", "everyone");
    expect((await steps.register("open@example.com")).body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.any(String),
      identity: { status: { name: "ACTIVE", reasons: [] }, emailVerified: false },
    });
    await changeSetting(server, "emailVerification", "required");
    await changeSetting(server, "passwordMinLength", 30);
    expect((await steps.register("longer@example.com")).body.details.validationError.fieldViolations[0].data).toEqual({
      type: "PASSWORD_TOO_SHORT",
      minimum: 30,
    });
    await changeSetting(server, "passwordMinLength", 8);
  });

  it("requires a token, on the alternative path too", async () => {
    const body = { loginId: { email: "alias@example.com" }, password: goodPassword };
    expect((await server.call("POST", path, { body })).status).toBe(401);
    expect((await server.call("POST", path, { body, token: "forged" })).status).toBe(401);
    const alias = await server.call("POST", "/iam/authentication/v2/register", {
      body,
      token: await server.visitorToken(),
    });
    expect(alias.body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
  });
});

import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { approveMember } from "../../members/administration/review-member.ts";
import type { Passwords } from "../../platform/crypto/passwords.ts";

const server = await createTestServer({ passwordHashing: undefined });
const steps = await createSignInSteps(server);
const { db } = server.context;
/** The library's number; its const enum does not exist at run time. */
const argon2id = 2;
const owner = { kind: "owner" } as const;
const add = (email: string) => createMember(server.context, owner, { email, password: goodPassword });
const set = (email: string, values: { status?: "BLOCKED" | "OFFLINE" | "DELETED"; password_hash?: string | null }) =>
  db.updateTable("members").set(values).where("email_key", "=", email).execute();

describe("POST /_api/iam/authentication/v2/login", () => {
  it("returns a new session token, and records the time", async () => {
    const { id } = await add("ada@example.com");
    const [first, second] = [await steps.login(" ADA@example.com"), await steps.login("ada@example.com")];
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.stringMatching(/^[\w-]{43}$/),
      identity: { id, status: { name: "ACTIVE", reasons: [] } },
    });
    expect(second.body.sessionToken).not.toBe(first.body.sessionToken);
    const row = await db.selectFrom("members").select("last_login_at").where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.last_login_at).toBeInstanceOf(Date);
  });

  it("has the same response for unknown, wrong, passwordless and deleted, after one verification each", async () => {
    await add("known@example.com");
    await add("deleted@example.com");
    await set("deleted@example.com", { status: "DELETED" });
    await add("passwordless@example.com");
    await set("passwordless@example.com", { password_hash: null });

    const { passwords } = server.context;
    let verifications = 0;
    const counting: Passwords = {
      ...passwords,
      verify: (...input) => {
        verifications++;
        return passwords.verify(...input);
      },
    };
    server.context.passwords = counting;
    const responses = [
      await steps.login("known@example.com", "not the password"),
      await steps.login("unknown@example.com", "not the password"),
      await steps.login("not an email", "not the password"),
      await steps.login("deleted@example.com"),
      await steps.login("passwordless@example.com"),
    ];
    server.context.passwords = passwords;

    expect(verifications).toBe(5);
    const seen = responses.map(({ status, headers, body }) => ({ status, body, headers: [...headers.keys()].sort() }));
    expect(seen[0]).toMatchObject({
      status: 401,
      body: { details: { applicationError: { code: "-19976", data: {} } } },
    });
    for (const response of seen) expect(response).toEqual(seen[0]);
  });

  it.each([
    ["invalid JSON", "{"],
    ["an array", "[]"],
    ["nothing", ""],
    ["an email of another type", { loginId: { email: 5 }, password: goodPassword }],
    ["no loginId", { password: goodPassword }],
    ["a password of another type", { loginId: { email: "known@example.com" }, password: null }],
    ["a NUL", { loginId: { email: "known@example.com" }, password: "\u0000" }],
    ["half a surrogate pair", '{"loginId":{"email":"known@example.com"},"password":"\\ud800"}'],
    ["a __proto__ key", '{"loginId":{"email":"known@example.com"},"password":"x","__proto__":{}}'],
    ["a password of 5001 characters", { loginId: { email: "known@example.com" }, password: "x".repeat(5001) }],
  ])("responds to a body with %s as to a wrong password, without a violation", async (_, body) => {
    const response = await server.call("POST", "/_api/iam/authentication/v2/login", {
      token: await server.visitorToken(),
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(401);
    expect(response.body.details.applicationError.code).toBe("-19976");
  });

  it.each(["BLOCKED", "OFFLINE"] as const)("reports %s after the right password only", async (status) => {
    const email = `${status.toLowerCase()}@example.com`;
    await add(email);
    await set(email, { status });
    const right = await steps.login(email);
    expect(right.body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: status } } });
    expect(right.body).not.toHaveProperty("sessionToken");
    expect((await steps.login(email, "not the password")).body.details.applicationError.code).toBe("-19976");
  });

  it("returns a new state token for an unverified email, and sends a new code after a minute", async () => {
    await steps.register("pending@example.com");
    const first = await steps.login("pending@example.com");
    expect(first.body).toMatchObject({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    expect(first.body).not.toHaveProperty("sessionToken");
    const [code] = await steps.codes("pending@example.com");
    expect(await steps.codes("pending@example.com")).toHaveLength(1);

    server.advance(61_000);
    const second = await steps.login("pending@example.com");
    const codes = await steps.codes("pending@example.com", 2);
    expect(codes).toHaveLength(2);
    if (codes[1] !== code) expect((await steps.verify(second.body.stateToken, code!)).status).toBe(400);
    expect((await steps.verify(first.body.stateToken, codes[1]!)).body.state).toBe("SUCCESS");
  });

  it("rejects a member until the owner approves", async () => {
    await createMember(server.context, owner, {
      email: "waiting@example.com",
      password: goodPassword,
      status: "PENDING",
    });
    expect((await steps.login("waiting@example.com")).body).toMatchObject({
      state: "REQUIRE_OWNER_APPROVAL",
      identity: { status: { name: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] } },
    });
    await approveMember(server.context, owner, "waiting@example.com");
    expect((await steps.login("waiting@example.com")).body.state).toBe("SUCCESS");
  });

  it("rehashes the password if the parameters are stronger now", async () => {
    await add("old-hash@example.com");
    await set("old-hash@example.com", {
      password_hash: await hash(goodPassword, {
        algorithm: argon2id,
        memoryCost: 8192,
        timeCost: 1,
        parallelism: 1,
      }),
    });
    expect((await steps.login("old-hash@example.com")).body.state).toBe("SUCCESS");
    const row = await db
      .selectFrom("members")
      .select("password_hash")
      .where("email_key", "=", "old-hash@example.com")
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toContain("m=19456,t=2,p=1");
    expect((await steps.login("old-hash@example.com")).body.state).toBe("SUCCESS");
  });

  it("compares the password after NFC normalization, character by character", async () => {
    await createMember(server.context, owner, { email: "nfc@example.com", password: "Ame\u0301lie's secret " });
    expect((await steps.login("nfc@example.com", "Amélie's secret ")).body.state).toBe("SUCCESS");
    expect((await steps.login("nfc@example.com", "Amélie's secret")).status).toBe(401);
  });
});

import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestAnswer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;

/** Starts `ask` while `change` is made but not yet committed, and commits it once the request waits for it. */
async function askDuring(change: ReturnType<typeof sql>, ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  let asked: Promise<TestAnswer> | undefined;
  await db.transaction().execute(async (tx) => {
    await change.execute(tx);
    asked = ask();
    await vi.waitUntil(async () => (await countWaiting()) > 0, { interval: 10, timeout: 5_000 });
  });
  return asked!;
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

const add = (email: string) =>
  createMember(server.context, { kind: "owner" }, { email, password: goodPassword, status: "ACTIVE" });
const sessionTokensOf = async (memberId: string) =>
  (await db.selectFrom("session_tokens").select("token_hash").where("member_id", "=", memberId).execute()).length;

describe("a sign-in", () => {
  it("is refused when the password is changed after it was checked, and leaves no token", async () => {
    const { id } = await add("changing@example.com");
    const change = sql`update members set password_hash = 'another' where id = ${id}`;
    const answer = await askDuring(change, () => steps.login("changing@example.com"));
    expect(answer.body.details.applicationError.code).toBe("-19976");
    expect(await sessionTokensOf(id)).toBe(0);
  });

  it("tells a member who is blocked meanwhile so, and leaves no token", async () => {
    const { id } = await add("blocking@example.com");
    const change = sql`update members set status = 'BLOCKED' where id = ${id}`;
    const answer = await askDuring(change, () => steps.login("blocking@example.com"));
    expect(answer.body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    expect(await sessionTokensOf(id)).toBe(0);
  });
});

describe("a renewal", () => {
  it("is refused when the session is revoked meanwhile, and makes no successor", async () => {
    const { body } = await server.call("POST", "/oauth2/token", {
      body: { grantType: "anonymous", clientId: server.clientId },
    });
    const countTokens = async () => (await db.selectFrom("refresh_tokens").select("token_hash").execute()).length;
    const before = await countTokens();
    const answer = await askDuring(sql`update sessions set revoked_at = now()`, () =>
      server.call("POST", "/oauth2/token", {
        body: { grantType: "refresh_token", refreshToken: body.refresh_token },
      }),
    );
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
    expect(await countTokens()).toBe(before);
  });
});

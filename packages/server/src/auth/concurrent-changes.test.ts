import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;

/** Starts `sendRequest` while `change` is uncommitted, and commits once the request waits for the lock. */
async function requestDuring(
  change: ReturnType<typeof sql>,
  sendRequest: () => Promise<TestResponse>,
): Promise<TestResponse> {
  let requested: Promise<TestResponse> | undefined;
  await db.transaction().execute(async (tx) => {
    await change.execute(tx);
    requested = sendRequest();
    await vi.waitUntil(async () => (await countWaiting()) > 0, { interval: 10, timeout: 5_000 });
  });
  return requested!;
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
  it("fails if the password changes after it was verified, and leaves no token", async () => {
    const { id } = await add("changing@example.com");
    const change = sql`update members set password_hash = 'another' where id = ${id}`;
    const response = await requestDuring(change, () => steps.login("changing@example.com"));
    expect(response.body.details.applicationError.code).toBe("-19976");
    expect(await sessionTokensOf(id)).toBe(0);
  });

  it("reports that the member was blocked concurrently, and leaves no token", async () => {
    const { id } = await add("blocking@example.com");
    const change = sql`update members set status = 'BLOCKED' where id = ${id}`;
    const response = await requestDuring(change, () => steps.login("blocking@example.com"));
    expect(response.body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    expect(await sessionTokensOf(id)).toBe(0);
  });
});

describe("a renewal", () => {
  it("fails if the session is revoked concurrently, and creates no successor", async () => {
    const { body } = await server.call("POST", "/oauth2/token", {
      body: { grantType: "anonymous", clientId: server.clientId },
    });
    const countTokens = async () => (await db.selectFrom("refresh_tokens").select("token_hash").execute()).length;
    const before = await countTokens();
    const response = await requestDuring(sql`update sessions set revoked_at = now()`, () =>
      server.call("POST", "/oauth2/token", {
        body: { grantType: "refresh_token", refreshToken: body.refresh_token },
      }),
    );
    expect([response.status, response.body.error]).toEqual([400, "invalid_grant"]);
    expect(await countTokens()).toBe(before);
  });
});

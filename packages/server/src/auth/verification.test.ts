import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createApp } from "./apps/apps.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;
const start = async (email: string) => {
  const { body } = await steps.register(email);
  const [code] = await steps.codes(email);
  return { stateToken: body.stateToken as string, code: code! };
};
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

describe("POST /_api/iam/verification/v1/auth/verify", () => {
  it("verifies the email and returns a session token", async () => {
    const { stateToken, code } = await start("ada@example.com");
    const { status, body } = await steps.verify(stateToken, ` ${code.slice(0, 3)}-${code.slice(3)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.any(String),
      identity: { emailVerified: true, status: { name: "ACTIVE", reasons: [] } },
    });
  });

  it("lets one of ten concurrent right codes succeed", async () => {
    const { stateToken, code } = await start("race@example.com");
    const responses = await Promise.all(Array.from({ length: 10 }, () => steps.verify(stateToken, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    const { count } = await db
      .selectFrom("session_tokens")
      .innerJoin("members", "members.id", "session_tokens.member_id")
      .where("email_key", "=", "race@example.com")
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  it("counts attempts down and invalidates the code after five", async () => {
    const { stateToken, code } = await start("guess@example.com");
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { status, body } = await steps.verify(stateToken, wrong(code, triesLeft + 1));
      expect(status).toBe(400);
      expect(body.details.applicationError).toMatchObject({ code: "VERIFICATION_FAILED", data: { triesLeft } });
    }
    const { body } = await steps.verify(stateToken, code);
    expect(body.details.applicationError).toMatchObject({ code: "VERIFICATION_FAILED", data: { expired: true } });
  });

  it("checks at most five of many concurrent guesses, and counts at most ten", async () => {
    const { stateToken, code } = await start("many@example.com");
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => steps.verify(stateToken, wrong(code, index + 1))),
    );
    const data = responses.filter(({ status }) => status === 400).map(({ body }) => body.details.applicationError.data);
    expect(data.flatMap(({ triesLeft }) => triesLeft ?? []).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(data.filter(({ expired }) => expired)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it.each(["", "12345", "1234567", "abcdef", "１２３４５６", "0".repeat(64)])(
    "rejects %j as a wrong code",
    async (code) => {
      const { stateToken } = await start(`odd-${code.length}-${code.charCodeAt(0)}@example.com`);
      expect((await steps.verify(stateToken, code)).body.details.applicationError).toMatchObject({
        code: "VERIFICATION_FAILED",
        data: { triesLeft: 4 },
      });
    },
  );

  it("expires the code after ten minutes and the sign-in after fifteen", async () => {
    const { stateToken, code } = await start("late@example.com");
    server.advance(10 * 60_000);
    expect((await steps.verify(stateToken, code)).body.details.applicationError).toMatchObject({
      code: "VERIFICATION_FAILED",
      data: { expired: true },
    });
    server.advance(5 * 60_000);
    expect((await steps.verify(stateToken, code)).body.details.applicationError.code).toBe("STATE_TOKEN_INVALID");
  });

  it("rejects foreign and invented state tokens, and changes nothing", async () => {
    const { stateToken, code } = await start("foreign@example.com");
    const { stateToken: other } = await start("other@example.com");
    expect((await steps.verify("made-up", code)).body.details.applicationError.code).toBe("STATE_TOKEN_INVALID");
    expect((await steps.verify(other, wrong(code))).status).toBe(400);
    const { clientId } = await createApp(server.context, { kind: "owner" }, { name: "Other" });
    const token = (await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body
      .access_token;
    const fromOtherApp = await server.call("POST", "/_api/iam/verification/v1/auth/verify", {
      token,
      body: { stateToken, code },
    });
    expect(fromOtherApp.body.details.applicationError.code).toBe("STATE_TOKEN_INVALID");
    expect((await steps.verify(stateToken, code)).body.state).toBe("SUCCESS");
  });

  it("continues with the owner's approval if required", async () => {
    const { stateToken, code } = await start("both@example.com");
    await db
      .updateTable("members")
      .set({ pending_reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED", "PENDING_ADMIN_APPROVAL_REQUIRED"] })
      .where("email_key", "=", "both@example.com")
      .execute();
    const { body } = await steps.verify(stateToken, code);
    expect(body).toMatchObject({
      state: "REQUIRE_OWNER_APPROVAL",
      identity: { emailVerified: true, status: { name: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] } },
    });
    expect(body).not.toHaveProperty("sessionToken");
  });

  it("creates no session for a member who was blocked since", async () => {
    const { stateToken, code } = await start("blocked@example.com");
    await db.updateTable("members").set({ status: "BLOCKED" }).where("email_key", "=", "blocked@example.com").execute();
    const { body } = await steps.verify(stateToken, code);
    expect(body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    expect(body).not.toHaveProperty("sessionToken");
  });
});

describe("POST /_api/iam/verification/v1/auth/resend", () => {
  it("sends a new code after a minute, which replaces the previous one", async () => {
    const { stateToken, code } = await start("resend@example.com");
    const early = await steps.resend(stateToken);
    expect(early.body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    expect(early.body.stateToken).not.toBe(stateToken);

    server.advance(60_000);
    const late = await steps.resend(early.body.stateToken);
    expect(late.body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    const codes = await steps.codes("resend@example.com", 2);
    expect(codes).toHaveLength(2);
    if (codes[1] !== code) expect((await steps.verify(late.body.stateToken, code)).status).toBe(400);
    expect((await steps.verify(late.body.stateToken, codes[1]!)).body.state).toBe("SUCCESS");
  });

  it("sends one email for ten concurrent requests", async () => {
    const { stateToken } = await start("storm@example.com");
    server.advance(60_000);
    const responses = await Promise.all(Array.from({ length: 10 }, () => steps.resend(stateToken)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await steps.codes("storm@example.com", 2);
    const waiting = await db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
    expect(waiting).toEqual([]);
    expect(await steps.codes("storm@example.com", 2)).toHaveLength(2);
  });

  it("rejects a state token that is used or invented", async () => {
    const { stateToken, code } = await start("over@example.com");
    await steps.verify(stateToken, code);
    for (const token of [stateToken, "made-up"]) {
      expect((await steps.resend(token)).body.details.applicationError.code).toBe("STATE_TOKEN_INVALID");
    }
  });
});

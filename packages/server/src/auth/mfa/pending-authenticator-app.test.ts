import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const { newMember, post } = members;

const begin = (token: string, name?: string) => post(factorsPath, { type: "TOTP", ...(name && { name }) }, token);
const listOf = async (token: string) => (await server.call("GET", factorsPath, { token })).body.factors;

describe("a pending authenticator app", () => {
  it("has the same key for the session that started it, in every request", async () => {
    const { signIn } = await newMember();
    const token = await signIn();
    const first = await begin(token, "Phone");
    const responses = await Promise.all([begin(token), begin(token), begin(token, "Old phone")]);
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.totp).toEqual(first.body.totp);
      expect(body.factor).toMatchObject({ id: first.body.factor.id, status: "REQUIRE_ACTIVATION" });
    }
    const apps = (await listOf(token)).filter(({ type }: { type: string }) => type === "TOTP");
    expect(apps).toMatchObject([{ id: first.body.factor.id, name: "Old phone" }]);
  });

  it("gets a new key in another session, and again in the first", async () => {
    const { signIn } = await newMember();
    const [one, other] = [await signIn(), await signIn()];
    const first = await begin(one);
    const second = await begin(other);
    expect(second.body.totp.secret).not.toBe(first.body.totp.secret);
    const third = await begin(one);
    expect(new Set([first, second, third].map(({ body }) => body.totp.secret)).size).toBe(3);
    const late = await post(`${factorsPath}/${second.body.factor.id}/activate`, { code: "123456" }, other);
    expect(codeOf(late)).toBe("FACTOR_NOT_FOUND");
  });

  it("has another key after half an hour, and requires a recent reauthentication", async () => {
    const { signIn } = await newMember();
    const token = await signIn();
    const first = await begin(token);
    await members.advance(11 * minute);
    expect(codeOf(await begin(token))).toBe("REAUTHENTICATION_REQUIRED");
    const reauthenticate = () => post("/_api/porchlight/v1/auth/reauthenticate", { password: goodPassword }, token);
    await members.advance(18 * minute);
    expect((await reauthenticate()).body).toEqual({ proved: true });
    expect((await begin(token)).body.totp).toEqual(first.body.totp);
    await members.advance(2 * minute);
    const renewed = await begin(token);
    expect(renewed.body.totp.secret).not.toBe(first.body.totp.secret);
  });

  it("is not returned again once it is activated", async () => {
    const { token, code, factorId, app } = await members.beginApp();
    await post(`${factorsPath}/${factorId}/activate`, { code: code() }, token);
    const next = await begin(token);
    expect(next.status).toBe(200);
    expect(next.body.factor.id).not.toBe(factorId);
    expect(app.codeAt(server.context.now())).toMatch(/^\d{6}$/);
    expect((await listOf(token)).filter(({ type }: { type: string }) => type === "TOTP")).toHaveLength(2);
  });

  it("can be replaced at the maximum number of factors", async () => {
    const { signIn } = await newMember();
    const [token, other] = [await signIn(), await signIn()];
    for (let count = 1; count <= 9; count++) {
      const { body } = await begin(token, `Phone ${count}`);
      await server.context.db
        .updateTable("factors")
        .set({ status: "ENABLED" })
        .where("id", "=", body.factor.id)
        .execute();
    }
    const first = await begin(token);
    expect(codeOf(await post(factorsPath, { type: "PUSH", name: "One more" }, token))).toBe("TOO_MANY_FACTORS");
    expect((await begin(token)).body.totp).toEqual(first.body.totp);
    expect((await begin(other)).status).toBe(200);
  });
});

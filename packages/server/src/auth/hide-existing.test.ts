import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { db } = server.context;
await changeSetting(server, "hideExisting", "on");
const noticeSubject = "You already have an account at Porchlight";
const otherPassword = "a lamp in every window";

const add = (email: string, password = goodPassword) =>
  createMember(server.context, { kind: "owner" }, { email, password, profile: { firstName: "Ada" } });
const setStatus = (email: string, status: "BLOCKED" | "DELETED" | "OFFLINE") =>
  db.updateTable("members").set({ status }).where("email_key", "=", email).execute();
/** Subjects of the emails sent to `email`, oldest first; codes are `code`. */
async function mails(email: string): Promise<string[]> {
  const waiting = () => db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  await expect.poll(waiting, { interval: 10, timeout: 5_000 }).toEqual([]);
  const { body } = await server.call("GET", `/dev/mail.json?to=${email}`);
  return body.map(({ subject, code }: { subject: string; code?: string }) => (code === undefined ? subject : "code"));
}
const rejection = ({ status, body }: TestResponse) => ({ status, ...body.details?.applicationError });
const wrongCodeFor = (code: string | undefined, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

describe("POST /_api/iam/authentication/v2/register with hideExisting on", () => {
  it("responds to an existing email as to a new one, and notifies only its owner", async () => {
    await add("known@example.com");
    const existing = await steps.register(" KNOWN@example.com", {
      password: otherPassword,
      profile: { firstName: "Eve" },
    });
    const newest = await steps.register("fresh@example.com");
    const normalize = ({ status, headers, body }: TestResponse) => ({
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== "x-wix-request-id")),
      body: { ...body, stateToken: body.stateToken.replace(/[\w-]{43}/, "STATE TOKEN") },
    });
    expect(normalize(existing)).toEqual(normalize(newest));
    expect(existing.body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    expect(await mails("known@example.com")).toEqual([noticeSubject]);
    expect(await mails("fresh@example.com")).toEqual(["code"]);

    const [{ text, html, link }] = (await server.call("GET", "/dev/mail.json?to=known@example.com")).body;
    expect(link).toBe("https://site.example/sign-in");
    expect(text).toContain("Reset password\nhttps://site.example/forgot-password\n");
    expect(text).toContain("Hello Ada,");
    expect(text + html).not.toContain("Eve");
    expect((await steps.login("known@example.com")).body.state).toBe("SUCCESS");
    expect((await steps.login("known@example.com", otherPassword)).status).toBe(401);
  });

  it("hashes one password for either", async () => {
    await add("timed@example.com");
    const { passwords } = server.context;
    let hashed = 0;
    const count =
      <Input extends unknown[], Answer>(work: (...input: Input) => Answer) =>
      (...input: Input) => {
        hashed++;
        return work(...input);
      };
    server.context.passwords = { ...passwords, hash: count(passwords.hash), verify: count(passwords.verify) };
    for (const email of ["timed@example.com", "timed-new@example.com", "timed-new@example.com"]) {
      hashed = 0;
      await steps.register(email);
      expect([email, hashed]).toEqual([email, 1]);
    }
    server.context.passwords = passwords;
  });

  it("rejects placeholder codes like wrong codes: the same attempts, resends and limits", async () => {
    await add("tried@example.com");
    const placeholder = (await steps.register("tried@example.com", { password: otherPassword })).body.stateToken;
    const real = (await steps.register("newcomer@example.com")).body.stateToken;
    const [code] = await steps.codes("newcomer@example.com");
    const returned = async (stateToken: string) => {
      const responses = [];
      for (let count = 0; count < 6; count++)
        responses.push(rejection(await steps.verify(stateToken, wrongCodeFor(code, count + 1))));
      const again = await steps.resend(stateToken);
      expect(again.body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
      // Within the minimum resend interval.
      responses.push(rejection(await steps.verify(again.body.stateToken, wrongCodeFor(code, 7))));
      return { responses, stateToken: again.body.stateToken as string };
    };
    const [placeholderResponses, realResponses] = [await returned(placeholder), await returned(real)];
    expect(placeholderResponses.responses).toEqual(realResponses.responses);
    expect(placeholderResponses.responses.map(({ data }) => data)).toEqual([
      ...[4, 3, 2, 1, 0].map((triesLeft) => ({ triesLeft })),
      { expired: true },
      { expired: true },
    ]);

    server.advance(60_000);
    const later = async (stateToken: string) => {
      const again = (await steps.resend(stateToken)).body.stateToken;
      const responses = [];
      for (let count = 0; count < 4; count++) responses.push(rejection(await steps.verify(again, `99999${count}`)));
      return responses;
    };
    const [laterPlaceholder, laterReal] = [
      await later(placeholderResponses.stateToken),
      await later(realResponses.stateToken),
    ];
    expect(laterPlaceholder).toEqual(laterReal);
    expect(laterPlaceholder.map(({ status, data }) => data?.triesLeft ?? status)).toEqual([4, 3, 2, 429]);
    expect(await mails("tried@example.com")).toEqual([noticeSubject, noticeSubject]);
    expect(await mails("newcomer@example.com")).toEqual(["code", "code"]);
  });

  it("shares attempts between sign-ups with the same password only, as for a new email", async () => {
    await add("shared@example.com");
    for (const email of ["shared@example.com", "unshared@example.com"]) {
      const tokens: string[] = [];
      for (const password of [otherPassword, otherPassword, "a long walk by the sea"])
        tokens.push((await steps.register(email, { password })).body.stateToken);
      const triesLeft: number[] = [];
      for (const [index, token] of tokens.entries())
        triesLeft.push(rejection(await steps.verify(token, `99999${index}`)).data.triesLeft);
      expect(triesLeft).toEqual([4, 3, 4]);
    }
  });

  it("continues the first sign-up for a repeated or concurrent one", async () => {
    const first = (await steps.register("twice@example.com")).body.stateToken;
    const second = (await steps.register("twice@example.com")).body.stateToken;
    const [code, ...others] = await steps.codes("twice@example.com");
    expect(others).toEqual([]);
    expect((await steps.verify(second, code!)).body.state).toBe("SUCCESS");
    expect(rejection(await steps.verify(first, code!)).code).toBe("STATE_TOKEN_INVALID");

    const responses = await Promise.all(Array.from({ length: 5 }, () => steps.register("at-once@example.com")));
    const [sentCode] = await steps.codes("at-once@example.com");
    expect(await mails("at-once@example.com")).toEqual(["code"]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await steps.verify(responses.at(-1)!.body.stateToken, sentCode!)).body.state).toBe("SUCCESS");
  });

  it("does not let a code verify a sign-up with another password", async () => {
    const attacker = (await steps.register("squatted@example.com")).body.stateToken;
    const owner = (await steps.register("squatted@example.com", { password: otherPassword })).body.stateToken;
    const [code] = await steps.codes("squatted@example.com");
    expect(await mails("squatted@example.com")).toEqual(["code", noticeSubject]);
    expect(rejection(await steps.verify(owner, code!)).code).toBe("VERIFICATION_FAILED");
    expect((await steps.verify(attacker, code!)).body.state).toBe("SUCCESS");
  });

  it("does not sign in, even with the right password", async () => {
    await add("right@example.com");
    const { body } = await steps.register("right@example.com");
    expect(body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    expect(rejection(await steps.verify(body.stateToken, "000000")).code).toBe("VERIFICATION_FAILED");
  });

  it.each(["BLOCKED", "DELETED", "OFFLINE"] as const)("sends nothing to a member who is %s", async (status) => {
    const email = `${status.toLowerCase()}@example.com`;
    await add(email);
    await setStatus(email, status);
    expect((await steps.register(email)).body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    expect(await mails(email)).toEqual([]);
  });

  it("limits notices per mailbox", async () => {
    await add("flooded@example.com");
    for (let count = 0; count < 6; count++) {
      const { body } = await steps.register("flooded@example.com", { password: `${otherPassword} ${count}` });
      expect(body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
      server.advance(61_000);
    }
    expect(await mails("flooded@example.com")).toEqual([noticeSubject, noticeSubject, noticeSubject]);
  });

  it("does not store the password of the sign-up", async () => {
    await add("kept@example.com");
    await steps.register("kept@example.com", { password: otherPassword });
    const rows = JSON.stringify([
      await db.selectFrom("state_tokens").selectAll().execute(),
      await db.selectFrom("verification_codes").selectAll().execute(),
    ]);
    expect(rows).not.toContain(otherPassword);
  });

  it("hides accounts where the owner approves members and no code is required", async () => {
    await add("decided@example.com");
    await changeSetting(server, "emailVerification", "off");
    await changeSetting(server, "memberApproval", "owner");
    for (const email of ["decided@example.com", "undecided@example.com", "undecided@example.com"])
      expect((await steps.register(email)).body).toEqual({ state: "REQUIRE_OWNER_APPROVAL" });
    expect(await mails("decided@example.com")).toEqual([noticeSubject]);
    expect(await mails("undecided@example.com")).toEqual([]);
    await changeSetting(server, "memberApproval", "everyone");
    await changeSetting(server, "emailVerification", "required");
  });

  it("does not hide accounts where sign-ups are active at once", async () => {
    await add("open@example.com");
    await changeSetting(server, "emailVerification", "off");
    expect(rejection(await steps.register("open@example.com"))).toMatchObject({ status: 409, code: "-19995" });
    expect((await steps.register("open-new@example.com")).body).toMatchObject({ state: "SUCCESS", identity: {} });
    await changeSetting(server, "emailVerification", "required");
  });

  it("reports existing accounts to API clients unless it is on", async () => {
    await add("told@example.com");
    for (const value of ["hosted", "off"] as const) {
      await changeSetting(server, "hideExisting", value);
      expect(rejection(await steps.register("told@example.com"))).toMatchObject({ status: 409, code: "-19995" });
    }
    await changeSetting(server, "hideExisting", "on");
    expect(await mails("told@example.com")).toEqual([]);
  });
});

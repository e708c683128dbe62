import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";

const server = await createTestServer();
let steps = await createSignInSteps(server);
let token = await server.visitorToken();
const minute = 60_000;
const hour = 60 * minute;

// On a slow machine, delays of a second would end during the tests.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

/** Advances the clock and returns a new token. */
async function advance(milliseconds: number): Promise<void> {
  server.advance(milliseconds);
  token = await server.visitorToken();
  steps = await createSignInSteps(server);
}

let names = 0;
const newEmail = () => `limited-${++names}@example.com`;
let networks = 0;
/** Returns an unused address. */
const newAddress = () => `192.0.2.${++networks}`;
const addMember = async () => {
  const email = newEmail();
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  return email;
};
const post = (path: string, body: unknown, from?: string) =>
  server.call("POST", path, { token, body, ...(from === undefined ? {} : { from }) });
const login = (email: string, password: string, from?: string) =>
  post("/_api/iam/authentication/v2/login", { loginId: { email }, password }, from);
const register = (from: string, email = newEmail()) =>
  post("/_api/iam/authentication/v2/register", { loginId: { email }, password: goodPassword }, from);
const renew = (refreshToken: string, from?: string) =>
  post("/oauth2/token", { grantType: "refresh_token", clientId: server.clientId, refreshToken }, from);

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
/** Returns `Retry-After`; fails unless the response is TOO_MANY_REQUESTS. */
function waitOf(answer: TestResponse): number {
  expect([answer.status, codeOf(answer)]).toEqual([429, "TOO_MANY_REQUESTS"]);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 900, `Retry-After: ${seconds}`).toBe(true);
  return seconds;
}
async function times<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index++) results.push(await run(index));
  return results;
}
const statuses = (answers: TestResponse[]) => [...new Set(answers.map(({ status }) => status))];

/** Expects that `passes` concurrent requests of one address pass, and others after the wait or from other addresses. */
async function expectLimit(passes: number, send: (from: string) => Promise<TestResponse>): Promise<void> {
  const from = newAddress();
  const answers = await Promise.all(Array.from({ length: passes + 5 }, () => send(from)));
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(passes);
  const seconds = waitOf(answers.find(({ status }) => status === 429)!);
  expect(seconds).toBeLessThanOrEqual(minute / 1_000);
  waitOf(await send(from));
  expect((await send(newAddress())).status).not.toBe(429);
  await advance(seconds * 1_000);
  expect((await send(from)).status).not.toBe(429);
}

describe("limits per IP", () => {
  it("are 30 failed sign-ins a minute over all accounts, valid requests or not", async () => {
    await expectLimit(30, (from) => login(newEmail(), "not it", from));
    await expectLimit(30, (from) => post("/_api/iam/authentication/v2/login", { loginId: 5 }, from));
  });

  it("do not count successful sign-ins", async () => {
    const from = newAddress();
    const email = await addMember();
    expect(statuses(await times(35, () => login(email, goodPassword, from)))).toEqual([200]);
    expect((await login(email, "not it", from)).status).toBe(401);
  });

  it("are 10 registrations a minute", () => expectLimit(10, (from) => register(from)));

  it("are 100 registrations a day, with a wait of at most 900 s", async () => {
    const from = newAddress();
    const taken = await addMember();
    for (let batch = 0; batch < 10; batch++) {
      expect(statuses(await times(10, () => register(from, taken)))).toEqual([409]);
      await advance(minute);
    }
    expect(waitOf(await register(from))).toBe(900);
    await advance(24 * hour);
    expect((await register(from)).status).toBe(200);
  });

  it("are 20 code attempts a minute", () =>
    expectLimit(20, (from) => post("/_api/iam/verification/v1/auth/verify", { stateToken: "no", code: "1" }, from)));

  it("are 120 token requests a minute", () =>
    expectLimit(120, (from) =>
      post("/oauth2/token", { grantType: "refresh_token", refreshToken: crypto.randomUUID() }, from),
    ));

  it("are 60 redirect sessions a minute", () =>
    expectLimit(60, (from) => post("/_api/redirects-api/v1/redirect-session", { login: {} }, from)));

  it("are 600 reads a minute", () => expectLimit(600, (from) => server.call("GET", "/v3/posts", { token, from })));

  it("are 600 requests a minute without their own limit, including successful sign-ins and the authorize page", async () => {
    const email = await addMember();
    for (const send of [
      (from: string) => login(email, goodPassword, from),
      (from: string) => server.call("GET", "/_api/oauth2/authorize?session=x", { from }),
    ]) {
      const from = newAddress();
      await Promise.all(Array.from({ length: 599 }, () => server.call("GET", "/v3/posts", { token, from })));
      expect((await send(from)).status).not.toBe(429);
      const { status, headers } = await send(from);
      expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    }
  });

  it("apply to the /64 of an IPv6 address, and to IPv4 mapped into IPv6", async () => {
    for (const [one, other, neighbour] of [
      ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"],
      ["198.51.100.9", "::ffff:198.51.100.9", "198.51.100.10"],
    ] as const) {
      expect(statuses(await times(10, () => register(one)))).toEqual([200]);
      waitOf(await register(other));
      expect((await register(neighbour)).status).toBe(200);
    }
  });

  it("cannot be bypassed by headers", async () => {
    const from = newAddress();
    await times(10, () => register(from));
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip", "x-original-url"]) {
      const refused = await server.call("POST", "/_api/iam/authentication/v2/register?from=x", {
        token,
        from,
        headers: { [name]: "203.0.113.99" },
        body: { loginId: { email: newEmail() }, password: goodPassword, clientAddress: "203.0.113.99", ip: "::1" },
      });
      waitOf(refused);
    }
  });

  it("use a sliding window", async () => {
    const from = newAddress();
    await times(5, () => register(from));
    await advance(40_000);
    await times(5, () => register(from));
    const seconds = waitOf(await register(from));
    expect(seconds > 10 && seconds <= 20, `${seconds} s, less what the registrations took`).toBe(true);
    await advance(20_000);
    expect(statuses(await times(5, () => register(from)))).toEqual([200]);
    waitOf(await register(from));
  });
});

describe("limits per account", () => {
  it("allow ten of 60 concurrent guesses, for existing and unknown accounts", async () => {
    for (const email of [await addMember(), newEmail()]) {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => login(email, `guess ${index}`)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      for (const refused of answers.filter(({ status }) => status !== 401)) expect(waitOf(refused)).toBe(1);
    }
  });

  it("delay further attempts by 1 s, 2 s, 4 s … up to 15 min", async () => {
    const email = await addMember();
    await times(10, () => login(email, "not it"));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 13; attempt++) {
      const seconds = waitOf(await login(email, "not it"));
      waits.push(seconds);
      await advance(seconds * 1_000);
      expect((await login(email, "not it")).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    await advance(15 * minute);
    expect((await login(email, goodPassword)).status).toBe(200);
  });

  it("reset after 15 minutes without an attempt, and after a correct password", async () => {
    const email = await addMember();
    await times(10, () => login(email, "not it"));
    waitOf(await login(email, goodPassword));
    await advance(15 * minute + 1_000);
    expect(statuses(await times(9, () => login(email, "not it")))).toEqual([401]);
    expect((await login(email, goodPassword)).status).toBe(200);
    expect(statuses(await times(10, () => login(email, "not it")))).toEqual([401]);
    waitOf(await login(email, "not it"));
  });

  it("count all spellings of an email as one", async () => {
    const email = await addMember();
    const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace("example", "EXAMPLE")];
    await times(10, (index) => login(spellings[index % spellings.length]!, "not it"));
    for (const spelling of spellings) waitOf(await login(spelling, "not it"));
    expect((await login(await addMember(), goodPassword)).status).toBe(200);
  });

  it("return the same status, headers and body for existing and unknown accounts", async () => {
    const answers = await Promise.all(
      [await addMember(), newEmail()].map(async (email) => {
        await times(10, () => login(email, "not it"));
        const { status, headers, body } = await login(email, "not it");
        return { status, body, headers: [...headers].filter(([name]) => name !== "x-wix-request-id") };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it("count guesses of the current password", async () => {
    const email = await addMember();
    const { access_token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const change = (currentPassword: string) =>
      server.call("POST", "/_api/iam/authentication/v2/change-password", {
        token: access_token,
        body: { newPassword: "a lamp in every window", currentPassword },
      });
    expect(statuses(await times(10, () => change("not it")))).toEqual([401]);
    waitOf(await change(goodPassword));
    waitOf(await login(email, goodPassword));
    await advance(1_000);
    expect((await change(goodPassword)).status).toBe(200);
    expect((await login(email, "not it")).status).toBe(401);
  });

  it("are ten password changes an hour", async () => {
    const email = await addMember();
    const { access_token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const change = (index: number) =>
      server.call("POST", "/_api/iam/authentication/v2/change-password", {
        token: access_token,
        body: { newPassword: `a lamp in window ${index}` },
      });
    expect(statuses(await times(10, change))).toEqual([200]);
    waitOf(await change(10));
    expect((await login(email, "a lamp in window 9")).status).toBe(200);
  });

  it("do not affect existing sessions", async () => {
    const email = await addMember();
    const { access_token, refresh_token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    await times(10, () => login(email, "not it"));
    waitOf(await login(email, goodPassword));
    expect((await server.call("GET", "/members/v1/members/my", { token: access_token })).status).toBe(200);
    expect((await renew(refresh_token)).status).toBe(200);
  });

  it("are 600 reads a minute for a member over all addresses", async () => {
    const email = await addMember();
    const { access_token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const read = () => server.call("GET", "/members/v1/members/my", { token: access_token });
    const answers = await Promise.all(Array.from({ length: 605 }, read));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    await advance(waitOf(await read()) * 1_000);
    expect((await read()).status).toBe(200);
  });

  it("are ten code attempts an hour over all codes", async () => {
    const email = newEmail();
    const { stateToken } = (await steps.register(email)).body;
    const [first] = await steps.codes(email);
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await times(5, () => steps.verify(stateToken, wrong(first!)));
    await advance(minute);
    const { stateToken: next } = (await steps.resend(stateToken)).body;
    const [, second] = await steps.codes(email, 2);
    expect(statuses(await times(5, () => steps.verify(next, wrong(second!))))).toEqual([400]);
    expect(waitOf(await steps.verify(next, wrong(second!)))).toBe(900);
    await advance(hour);
    const signedIn = await login(email, goodPassword);
    const codes = await steps.codes(email, 3);
    expect((await steps.verify(signedIn.body.stateToken, codes[2]!)).body.state).toBe("SUCCESS");
  });

  it("are 30 refreshes of a token a minute", async () => {
    const { body } = await post("/oauth2/token", { grantType: "anonymous", clientId: server.clientId });
    const answers = await times(31, () => renew(body.refresh_token));
    expect(statuses(answers.slice(0, 30))).toEqual([200]);
    await advance(waitOf(answers[30]!) * 1_000);
    expect((await renew(crypto.randomUUID())).status).toBe(400);
  });
});

describe("limits of emails", () => {
  const mailCount = async (email: string) => {
    await expect
      .poll(() => server.context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), {
        interval: 10,
      })
      .toEqual([]);
    return (await server.call("GET", `/dev/mail.json?to=${email}`)).body.length as number;
  };

  it("are three codes an hour and ten a day per mailbox, with the same response beyond", async () => {
    const email = newEmail();
    let { stateToken } = (await steps.register(email)).body;
    const sent: number[] = [];
    const resend = async () => {
      const answer = await steps.resend(stateToken);
      expect([answer.status, answer.body.state]).toEqual([200, "REQUIRE_EMAIL_VERIFICATION"]);
      stateToken = answer.body.stateToken;
      sent.push(await mailCount(email));
    };
    for (let index = 0; index < 5; index++) {
      await advance(minute);
      await resend();
    }
    expect(sent).toEqual([2, 3, 4, 4, 4]);
    for (let turn = 0; turn < 4; turn++) {
      await advance(hour);
      ({ stateToken } = (await login(email, goodPassword)).body);
      for (let index = 0; index < 3; index++) {
        await advance(minute);
        await resend();
      }
    }
    expect(sent.at(-1)).toBe(11);
    await advance(24 * hour);
    await login(email, goodPassword);
    expect(await mailCount(email)).toBe(12);
  });

  it("are ten requests a minute per IP, with the same response beyond", async () => {
    const from = newAddress();
    const waiting = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const email = newEmail();
        return { email, stateToken: (await steps.register(email)).body.stateToken };
      }),
    );
    await advance(minute);
    const resent = await times(12, (index) =>
      post("/_api/iam/verification/v1/auth/resend", { stateToken: waiting[index]!.stateToken }, from),
    );
    expect(statuses(resent)).toEqual([200]);
    expect(await Promise.all(waiting.map(({ email }) => mailCount(email)))).toEqual([...Array(10).fill(2), 1, 1]);
  });
});

describe("limits of password recovery", () => {
  const sendEmail = (email: string, from: string) => post("/_api/iam/recovery/v1/send-email", { email }, from);
  const countRecoveries = async () =>
    (await server.context.db.selectFrom("outbox").select("id").where("kind", "=", "recovery").execute()).length;

  it("are ten emails a minute per IP, with the same response beyond", async () => {
    const from = newAddress();
    const before = await countRecoveries();
    const answers = await times(12, () => sendEmail(newEmail(), from));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(new Set(["[200,{}]"]));
    expect(await countRecoveries()).toBe(before + 10);
  });

  it("are 20 attempts of a token a minute", () =>
    expectLimit(20, (from) => post("/_api/iam/recovery/v1/recover", { recoveryToken: "no", password: "no" }, from)));
});

describe("counters of rate limits", () => {
  it("contain neither IP nor email, and only the hits of the period", async () => {
    const { db } = server.context;
    await register("203.0.113.250", "named@example.com");
    const rows = await db.selectFrom("rate_limits").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const text of ["203.0.113.250", "named"]) expect(rows.some(({ key }) => key.includes(text))).toBe(false);
    for (const { hits_at: hits } of rows) expect(hits.length).toBeLessThanOrEqual(120);
  });

  it("are shared by all nodes", async () => {
    const from = newAddress();
    const node = await import("../../server.ts").then(({ createServer }) => createServer(server.context.config));
    await times(6, () => register(from));
    const send = () =>
      node.fetch(
        new Request("http://localhost:4000/_api/iam/authentication/v2/register", {
          method: "POST",
          headers: { authorization: token, "content-type": "application/json" },
          body: JSON.stringify({ loginId: { email: newEmail() }, password: goodPassword }),
        }),
        { clientAddress: from },
      );
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    await node.close();
  });

  it("can be disabled", async () => {
    const unlimited = await createTestServer({ rateLimits: false });
    const visitor = await unlimited.visitorToken();
    const answers = await times(35, () =>
      unlimited.call("POST", "/_api/iam/authentication/v2/login", {
        token: visitor,
        from: "192.0.2.1",
        body: { loginId: { email: "a@b.co" }, password: "x" },
      }),
    );
    expect(statuses(answers)).toEqual([401]);
  });
});

import { describe, expect, it } from "vitest";
import { newCaptchaToken, solveProofOfWork } from "../../../test/auth/captcha-provider.ts";
import { changeSetting, createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { createServer } from "../../server.ts";
import { createApiKey } from "../api-keys.ts";
import { captchaTtlMs } from "./proof-of-work.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
let token = await server.visitorToken();
const email = "ada@example.com";
await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });

const post = (path: string, body: object, from?: string) =>
  server.call("POST", path, { token, body, ...(from === undefined ? {} : { from }) });
const login = (captchaTokens?: object[], password = goodPassword, from?: string, who = email) =>
  post("/_api/iam/authentication/v2/login", { loginId: { email: who }, password, captchaTokens }, from);
const rejection = ({ status, body }: TestResponse) => {
  const { code, data } = body.details?.applicationError ?? {};
  return [status, code, data];
};
const missing = (kind = "silent") => [400, "-19971", { kind }];
const wrong = [400, "-19970", { kind: "visible" }];

describe("captcha", () => {
  it("is optional by default, and a token is accepted anyway", async () => {
    const { body } = await server.call("GET", "/_api/porchlight/v1/auth/captcha");
    expect(body).toEqual({ demand: "off", kind: "silent", provider: "proof-of-work" });
    expect((await login([{ Recaptcha: "R", InvisibleRecaptcha: "I" }])).body.state).toBe("SUCCESS");
  });

  it("allows a sign-in with a solved captcha, once", async () => {
    await changeSetting(server, "captcha", "always");
    expect(rejection(await login())).toEqual(missing());
    expect(rejection(await login([]))).toEqual(missing());
    expect(rejection(await login([{}]))).toEqual(missing());
    const silent = await newCaptchaToken(server, "login", "silent");
    expect((await login([{ InvisibleRecaptcha: silent }])).body.state).toBe("SUCCESS");
    expect(rejection(await login([{ InvisibleRecaptcha: silent }]))).toEqual(wrong);
    const visible = await newCaptchaToken(server, "login", "visible");
    expect((await login([{ Recaptcha: visible }])).body.state).toBe("SUCCESS");
    const older = await newCaptchaToken(server, "login", "visible");
    expect((await login([{ NoCaptcha: older }])).body.state).toBe("SUCCESS");
  });

  it("allows one of ten concurrent sign-ins", async () => {
    const silent = await newCaptchaToken(server, "login", "silent");
    const responses = await Promise.all(Array.from({ length: 10 }, () => login([{ InvisibleRecaptcha: silent }])));
    expect(responses.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    expect(responses.filter(({ body }) => body.details?.applicationError.code === "-19970")).toHaveLength(9);
  });

  it("is checked before the password, without revealing whether it is right", async () => {
    expect(rejection(await login(undefined, "not my password"))).toEqual(missing());
    const silent = await newCaptchaToken(server, "login", "silent");
    expect(rejection(await login([{ InvisibleRecaptcha: silent }], "not my password"))).toEqual([401, "-19976", {}]);
    expect(rejection(await login([{ InvisibleRecaptcha: silent }]))).toEqual(wrong);
  });

  it("is valid for its purpose and kind, for five minutes", async () => {
    const forSignUp = await newCaptchaToken(server, "register", "silent");
    expect(rejection(await login([{ InvisibleRecaptcha: forSignUp }]))).toEqual(wrong);
    const silent = await newCaptchaToken(server, "login", "silent");
    expect(rejection(await login([{ Recaptcha: silent }]))).toEqual(wrong);
    const old = await newCaptchaToken(server, "login", "silent");
    server.advance(captchaTtlMs);
    token = await server.visitorToken();
    expect(rejection(await login([{ InvisibleRecaptcha: old }]))).toEqual(wrong);
  });

  it.each(["x", ".", "a.b", "0.0", "-1.-1", "😀.1", "a".repeat(5000), `${"a".repeat(1000)}.9999999999`])(
    "rejects the invalid token %.20s",
    async (text) => {
      expect(rejection(await login([{ InvisibleRecaptcha: text }]))).toEqual(wrong);
    },
  );

  it("is rejected with another number or an altered challenge", async () => {
    const [challenge = "", number] = (await newCaptchaToken(server, "login", "silent")).split(".");
    expect(rejection(await login([{ InvisibleRecaptcha: `${challenge}.${Number(number) + 1}` }]))).toEqual(wrong);
    // Base64url of other than a multiple of four characters has several spellings of the same bytes.
    const spellings = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].flatMap((letter) => [
      challenge + letter,
      challenge.slice(0, -1) + letter,
    ]);
    for (const spelling of spellings.filter((other) => other !== challenge)) {
      const response = await login([{ InvisibleRecaptcha: `${spelling}.${number}` }]);
      expect([spelling.slice(-3), rejection(response)]).toEqual([spelling.slice(-3), wrong]);
    }
    expect((await login([{ InvisibleRecaptcha: `${challenge}.${number}` }])).body.state).toBe("SUCCESS");
  });

  it("rejects other sealed values", async () => {
    const foreign = server.context.secrets.seal(JSON.stringify({ name: "flow", value: {} })).toString("base64url");
    expect(rejection(await login([{ InvisibleRecaptcha: `${foreign}.0` }]))).toEqual(wrong);
  });

  it("guards sign-up", async () => {
    const silent = await newCaptchaToken(server, "register", "silent");
    expect(rejection(await steps.register("grace@example.com"))).toEqual(missing());
    const captchaTokens = [{ InvisibleRecaptcha: silent }];
    // Validation errors come first and do not use up the token.
    expect((await steps.register("grace@example.com", { captchaTokens, password: "short" })).status).toBe(400);
    expect((await steps.register("grace@example.com", { captchaTokens })).body.state).toBe(
      "REQUIRE_EMAIL_VERIFICATION",
    );
    expect(rejection(await steps.register("joan@example.com", { captchaTokens }))).toEqual(wrong);
    const existing = await server.context.db
      .selectFrom("members")
      .select("email")
      .where("email_key", "=", "joan@example.com")
      .execute();
    expect(existing).toEqual([]);
  });

  it("guards recovery emails, for existing and unknown emails", async () => {
    const send = (who: string, captchaTokens?: object[]) =>
      post("/_api/iam/recovery/v1/send-email", { email: who, captchaTokens });
    const mails = async () => (await server.call("GET", `/dev/mail.json?to=${email}`)).body.length;
    const before = await mails();
    expect(rejection(await send(email))).toEqual(missing());
    expect(rejection(await send("nobody@example.com"))).toEqual(missing());
    expect(await mails()).toBe(before);
    const silent = await newCaptchaToken(server, "recovery", "silent");
    expect((await send(email, [{ InvisibleRecaptcha: silent }])).body).toEqual({});
    await expect.poll(mails).toBe(before + 1);
    expect(rejection(await send(email, [{ InvisibleRecaptcha: silent }]))).toEqual(wrong);
  });

  it("rejects a silent one where a visible one is required", async () => {
    await changeSetting(server, "captchaMode", "visible");
    const silent = await newCaptchaToken(server, "login", "silent");
    expect(rejection(await login([{ InvisibleRecaptcha: silent }]))).toEqual(missing("visible"));
    const visible = await newCaptchaToken(server, "login", "visible");
    expect((await login([{ Recaptcha: visible }])).body.state).toBe("SUCCESS");
    await changeSetting(server, "captchaMode", "silent");
  });

  it("is valid on every node, and used on all of them once used on one", async () => {
    const other = await createServer(server.context.config);
    const sendRequest = async (path: string, body: object) => {
      const request = new Request(`http://localhost:4000${path}`, {
        method: "POST",
        headers: { authorization: token, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await other.fetch(request, { clientAddress: "192.0.2.99" })).json();
    };
    try {
      const task = await sendRequest("/_api/porchlight/v1/auth/captcha/tasks", { purpose: "login", kind: "silent" });
      const captchaTokens = [{ InvisibleRecaptcha: solveProofOfWork(task.proofOfWork) }];
      const body = { loginId: { email }, password: goodPassword, captchaTokens };
      expect((await login(captchaTokens)).body.state).toBe("SUCCESS");
      const response = await sendRequest("/_api/iam/authentication/v2/login", body);
      expect(response.details.applicationError.code).toBe("-19970");
    } finally {
      await other.close();
    }
  });

  it("is not required from API keys", async () => {
    const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "captcha", role: "admin" });
    const response = await server.call("POST", "/_api/iam/recovery/v1/send-email", {
      token: key,
      headers: { "wix-site-id": server.context.site.id },
      body: { email, redirect: { clientId: server.clientId, url: `${server.origin}/reset` } },
    });
    expect(response.body).toEqual({});
  });

  it("does not count against rate limits while it is missing", async () => {
    const from = "192.0.2.7";
    for (let index = 0; index < 12; index++)
      expect(rejection(await steps.register(`many-${index}@example.com`))).toEqual(missing());
    for (let index = 0; index < 35; index++)
      expect(rejection(await login(undefined, goodPassword, from))).toEqual(missing());
    const silent = await newCaptchaToken(server, "login", "silent");
    expect((await login([{ InvisibleRecaptcha: silent }], goodPassword, from)).body.state).toBe("SUCCESS");
  });
});

describe("captcha after failures", () => {
  it("is required from the sixth attempt at an account, existing or not, until a success", async () => {
    await changeSetting(server, "captcha", "afterFailures");
    for (const who of [email, "nobody@example.com"]) {
      for (let index = 0; index < 5; index++)
        expect(rejection(await login(undefined, "not my password", undefined, who))).toEqual([401, "-19976", {}]);
      expect(rejection(await login(undefined, goodPassword, undefined, who))).toEqual(missing());
    }
    const silent = await newCaptchaToken(server, "login", "silent");
    expect((await login([{ InvisibleRecaptcha: silent }])).body.state).toBe("SUCCESS");
    expect((await login()).body.state).toBe("SUCCESS");
  });

  it("allows five of many concurrent guesses, and the others do not count", async () => {
    const who = "at-once@example.com";
    await createMember(server.context, { kind: "owner" }, { email: who, password: goodPassword });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => login(undefined, "not my password", undefined, who)),
    );
    const returned = responses.map((response) => JSON.stringify(rejection(response))).sort();
    expect(returned).toEqual([
      ...Array(5).fill(JSON.stringify(missing())),
      ...Array(5).fill(JSON.stringify([401, "-19976", {}])),
    ]);
    const silent = await newCaptchaToken(server, "login", "silent");
    expect((await login([{ InvisibleRecaptcha: silent }], goodPassword, undefined, who)).body.state).toBe("SUCCESS");
  });

  it("is required from an IP after five failures, for any account", async () => {
    const from = "192.0.2.8";
    for (let index = 0; index < 5; index++)
      expect(rejection(await login(undefined, "no", from, `spray-${index}@example.com`))).toEqual([401, "-19976", {}]);
    expect(rejection(await login(undefined, goodPassword, from))).toEqual(missing());
    expect((await login()).body.state).toBe("SUCCESS");
  });

  it("is required from the sixth sign-up and recovery email of an IP within a minute", async () => {
    const from = "192.0.2.9";
    const register = (index: number) =>
      post(
        "/_api/iam/authentication/v2/register",
        { loginId: { email: `quick-${index}@example.com` }, password: goodPassword },
        from,
      );
    const send = (index: number) => post("/_api/iam/recovery/v1/send-email", { email: `q${index}@example.com` }, from);
    for (let index = 0; index < 5; index++) {
      expect((await register(index)).status).toBe(200);
      expect((await send(index)).status).toBe(200);
    }
    expect(rejection(await register(5))).toEqual(missing());
    expect(rejection(await send(5))).toEqual(missing());
  });
});

describe("POST /_api/porchlight/v1/auth/captcha/tasks", () => {
  const start = (body: unknown, from?: string) =>
    server.call("POST", "/_api/porchlight/v1/auth/captcha/tasks", { body, ...(from === undefined ? {} : { from }) });

  it("returns a different task each time, without its solution", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => start({ purpose: "login", kind: "visible" })));
    expect(first!.headers.get("cache-control")).toBe("no-store");
    expect(first!.body.proofOfWork.target).not.toBe(second!.body.proofOfWork.target);
    const number = Number(solveProofOfWork(first!.body.proofOfWork).split(".")[1]);
    expect(number).toBeLessThan(first!.body.proofOfWork.numbers);
  });

  it.each([{}, { purpose: "login" }, { purpose: "x", kind: "silent" }, { purpose: "login", kind: 1 }, [], null])(
    "rejects %j",
    async (body) => {
      expect((await start(body)).status).toBe(400);
    },
  );

  it("is rate limited", async () => {
    const from = "192.0.2.10";
    const responses = await Promise.all(
      Array.from({ length: 65 }, () => start({ purpose: "login", kind: "silent" }, from)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { rightAnswer, startCaptchaProvider, wrongAnswer } from "../../../test/auth/captcha-provider.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestAnswer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { type SettingName, sealSetting } from "../../platform/settings/settings.ts";

const provider = await startCaptchaProvider();
afterAll(() => provider.close());
const server = await createTestServer({ captchaVerifyUrl: provider.verifyUrl, captchaScriptUrl: provider.scriptUrl });
const token = await server.visitorToken();
const email = "ada@example.com";
await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
const setKey = (name: SettingName, value: string) =>
  changeSetting(server, name, sealSetting(server.context.secrets, name, value));
await changeSetting(server, "captcha", "always");

let tokens = 0;
const newToken = () => `token-${++tokens}`;
const login = (captchaTokens: object) =>
  server.call("POST", "/_api/iam/authentication/v2/login", {
    token,
    body: { loginId: { email }, password: goodPassword, captchaTokens: [captchaTokens] },
  });
const silent = (text = newToken()) => login({ InvisibleRecaptcha: text });
const start = (kind: string) =>
  server.call("POST", "/_api/porchlight/v1/auth/captcha/tasks", { body: { purpose: "login", kind } });
const refusal = ({ status, body }: TestAnswer) => [
  status,
  body.details?.applicationError.code,
  body.details?.applicationError.data,
];
const wrong = [400, "-19970", { kind: "visible" }];
const unknown = [400, "-19970", { kind: "visible", reason: "provider" }];
const facts = async () => (await server.call("GET", "/_api/porchlight/v1/auth/captcha")).body;

beforeEach(() => {
  provider.asked.length = 0;
  provider.answer = { body: rightAnswer("localhost") };
});

describe("an external captcha provider", () => {
  it("is used once both keys of a kind are set", async () => {
    await changeSetting(server, "captchaProvider", "hcaptcha");
    expect(await facts()).toMatchObject({ provider: "proof-of-work" });
    await setKey("captchaVisibleSiteKey", "visible-site-key");
    expect(await facts()).toMatchObject({ provider: "proof-of-work" });
    await setKey("captchaVisibleSecret", "visible-secret");
    expect(await facts()).toEqual({ demand: "always", provider: "hcaptcha", kind: "visible" });
    expect((await start("silent")).status).toBe(409);
    await setKey("captchaInvisibleSiteKey", "silent-site-key");
    await setKey("captchaInvisibleSecret", "silent-secret");
    expect(await facts()).toEqual({ demand: "always", provider: "hcaptcha", kind: "silent" });
  });

  it("starts with the site key of its kind and the provider's script, without a secret", async () => {
    const { scriptUrl } = provider;
    expect((await start("visible")).body).toEqual({ provider: "hcaptcha", siteKey: "visible-site-key", scriptUrl });
    const { body } = await start("silent");
    expect(body).toEqual({ provider: "hcaptcha", siteKey: "silent-site-key", scriptUrl });
  });

  it("stores its secrets sealed", async () => {
    const rows = await server.context.db.selectFrom("settings").selectAll().execute();
    expect(JSON.stringify(rows)).toContain("silent-site-key");
    expect(JSON.stringify(rows)).not.toMatch(/(silent|visible)-secret/);
  });

  it.each(["hcaptcha", "recaptcha", "turnstile"] as const)(
    "is looked up at %s, with the secret of its kind",
    async (name) => {
      await changeSetting(server, "captchaProvider", name);
      expect((await silent(`S-1${name}`)).body.state).toBe("SUCCESS");
      expect((await login({ Recaptcha: `V-1${name}` })).body.state).toBe("SUCCESS");
      expect(provider.asked).toEqual([
        { secret: "silent-secret", sitekey: "silent-site-key", response: `S-1${name}` },
        { secret: "visible-secret", sitekey: "visible-site-key", response: `V-1${name}` },
      ]);
    },
  );

  it("accepts a token once, even if the provider accepts it again, and for one of ten concurrent requests", async () => {
    const text = newToken();
    expect((await silent(text)).body.state).toBe("SUCCESS");
    expect(refusal(await silent(text))).toEqual(wrong);
    expect(provider.asked).toHaveLength(1);
    const other = newToken();
    const answers = await Promise.all(Array.from({ length: 10 }, () => silent(other)));
    expect(answers.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    expect(provider.asked).toHaveLength(2);
  });

  it.each([
    ["the provider says so", wrongAnswer("invalid-input-response")],
    ["it is too old", wrongAnswer("timeout-or-duplicate")],
    ["the provider gives no reason", wrongAnswer()],
    ["it was solved at a page of somebody else", rightAnswer("evil.example")],
    ["nobody says where it was solved", JSON.stringify({ success: true })],
  ])("rejects a token when %s", async (_, body) => {
    provider.answer = { body };
    expect(refusal(await silent())).toEqual(wrong);
  });

  it("accepts tokens from pages of the requesting app", async () => {
    provider.answer = { body: rightAnswer(new URL(server.origin).hostname) };
    expect((await silent()).body.state).toBe("SUCCESS");
  });

  it.each([
    ["fails", { status: 500, body: "{}" }],
    ["answers something else", { body: "<html>" }],
    ["answers another shape", { body: '{"success":"yes"}' }],
    ["answers nothing", { body: "" }],
    ["answers without end", { body: `{"success":true,"x":"${"a".repeat(100_000)}"}` }],
    ["does not know the secret", { body: wrongAnswer("invalid-input-secret") }],
    ["takes too long", { body: rightAnswer("localhost"), delayMs: 6_000 }],
  ])(
    "is refused with a word of it where the provider %s",
    async (_, answer) => {
      provider.answer = answer;
      const startedAt = performance.now();
      expect(refusal(await silent())).toEqual(unknown);
      expect(performance.now() - startedAt).toBeLessThan(5_900);
    },
    10_000,
  );

  it("rejects a token when the provider is unreachable", async () => {
    await provider.close();
    expect(refusal(await silent())).toEqual(unknown);
  });
});

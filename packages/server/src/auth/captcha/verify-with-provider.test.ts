import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { failureResponse, startCaptchaProvider, successResponse } from "../../../test/auth/captcha-provider.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
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
const rejection = ({ status, body }: TestResponse) => [
  status,
  body.details?.applicationError.code,
  body.details?.applicationError.data,
];
const wrong = [400, "-19970", { kind: "visible" }];
const unknown = [400, "-19970", { kind: "visible", reason: "provider" }];
const metadata = async () => (await server.call("GET", "/_api/porchlight/v1/auth/captcha")).body;

beforeEach(() => {
  provider.requests.length = 0;
  provider.nextResponse = { body: successResponse("localhost") };
});

describe("an external captcha provider", () => {
  it("is used once both keys of a kind are set", async () => {
    await changeSetting(server, "captchaProvider", "hcaptcha");
    expect(await metadata()).toMatchObject({ provider: "proof-of-work" });
    await setKey("captchaVisibleSiteKey", "visible-site-key");
    expect(await metadata()).toMatchObject({ provider: "proof-of-work" });
    await setKey("captchaVisibleSecret", "visible-secret");
    expect(await metadata()).toEqual({ demand: "always", provider: "hcaptcha", kind: "visible" });
    expect((await start("silent")).status).toBe(409);
    await setKey("captchaInvisibleSiteKey", "silent-site-key");
    await setKey("captchaInvisibleSecret", "silent-secret");
    expect(await metadata()).toEqual({ demand: "always", provider: "hcaptcha", kind: "silent" });
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
    "verifies a token with %s and the secret of its kind",
    async (name) => {
      await changeSetting(server, "captchaProvider", name);
      expect((await silent(`S-1${name}`)).body.state).toBe("SUCCESS");
      expect((await login({ Recaptcha: `V-1${name}` })).body.state).toBe("SUCCESS");
      expect(provider.requests).toEqual([
        { secret: "silent-secret", sitekey: "silent-site-key", response: `S-1${name}` },
        { secret: "visible-secret", sitekey: "visible-site-key", response: `V-1${name}` },
      ]);
    },
  );

  it("accepts a token once, even if the provider accepts it again, and for one of ten concurrent requests", async () => {
    const text = newToken();
    expect((await silent(text)).body.state).toBe("SUCCESS");
    expect(rejection(await silent(text))).toEqual(wrong);
    expect(provider.requests).toHaveLength(1);
    const other = newToken();
    const responses = await Promise.all(Array.from({ length: 10 }, () => silent(other)));
    expect(responses.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    ["the provider rejects it", failureResponse("invalid-input-response")],
    ["it has expired", failureResponse("timeout-or-duplicate")],
    ["the provider gives no reason", failureResponse()],
    ["it was solved on another site", successResponse("evil.example")],
    ["the response has no host name", JSON.stringify({ success: true })],
  ])("rejects a token when %s", async (_, body) => {
    provider.nextResponse = { body };
    expect(rejection(await silent())).toEqual(wrong);
  });

  it("accepts tokens from pages of the requesting app", async () => {
    provider.nextResponse = { body: successResponse(new URL(server.origin).hostname) };
    expect((await silent()).body.state).toBe("SUCCESS");
  });

  it.each([
    ["fails", { status: 500, body: "{}" }],
    ["returns HTML", { body: "<html>" }],
    ["returns another type", { body: '{"success":"yes"}' }],
    ["returns nothing", { body: "" }],
    ["returns too much", { body: `{"success":true,"x":"${"a".repeat(100_000)}"}` }],
    ["rejects the secret", { body: failureResponse("invalid-input-secret") }],
    ["times out", { body: successResponse("localhost"), delayMs: 6_000 }],
  ])(
    "rejects a token with the reason provider if the provider %s",
    async (_, result) => {
      provider.nextResponse = result;
      const startedAt = performance.now();
      expect(rejection(await silent())).toEqual(unknown);
      expect(performance.now() - startedAt).toBeLessThan(5_900);
    },
    10_000,
  );

  it("rejects a token when the provider is unreachable", async () => {
    await provider.close();
    expect(rejection(await silent())).toEqual(unknown);
  });
});

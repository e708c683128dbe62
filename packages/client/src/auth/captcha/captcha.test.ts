import { pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createClient } from "../../create-client.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { captcha } from "./captcha.ts";

const tokens = {
  accessToken: { value: "TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};
const salt = Buffer.from("saltsaltsaltsalt");
const proofOfWork = (answer: number, numbers = 20) => ({
  challenge: "CHALLENGE",
  salt: salt.toString("base64url"),
  iterations: 10,
  numbers,
  target: pbkdf2Sync(String(answer), salt, 10, 16, "sha256").toString("base64url"),
});

function connect(answer: object) {
  const sent: { path: string; body: unknown }[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app", tokens }),
    modules: { captcha },
    fetch: async (input, init) => {
      sent.push({ path: new URL(String(input)).pathname, body: init?.body && JSON.parse(String(init.body)) });
      return Response.json(answer);
    },
  });
  return { client, sent };
}

describe("solveCaptcha", () => {
  it.each([0, 7, 19])("finds the number %i, and says where its token goes", async (answer) => {
    const { client, sent } = connect({ provider: "proof-of-work", proofOfWork: proofOfWork(answer) });
    const silent = await client.captcha.solveCaptcha({ purpose: "login", kind: "silent" });
    expect(silent).toEqual({ invisibleRecaptchaToken: `CHALLENGE.${answer}` });
    const visible = await client.captcha.solveCaptcha({ purpose: "register", kind: "visible" });
    expect(visible).toEqual({ recaptchaToken: `CHALLENGE.${answer}` });
    expect(sent).toEqual([
      { path: "/_api/porchlight/v1/auth/captcha/tasks", body: { purpose: "login", kind: "silent" } },
      { path: "/_api/porchlight/v1/auth/captcha/tasks", body: { purpose: "register", kind: "visible" } },
    ]);
  });

  it("gives a sum up that has no solution", async () => {
    const { client } = connect({ provider: "proof-of-work", proofOfWork: proofOfWork(30) });
    await expect(client.captcha.solveCaptcha({ purpose: "login", kind: "silent" })).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { provider: "turnstile" }, { provider: "turnstile", siteKey: "K" }])(
    "refuses an answer that tells nothing to do: %j",
    async (answer) => {
      const { client } = connect(answer);
      const solving = client.captcha.solveCaptcha({ purpose: "login", kind: "silent" });
      await expect(solving).rejects.toMatchObject({ kind: "contract", code: "MALFORMED_RESPONSE" });
    },
  );

  it("stops when it is aborted", async () => {
    const { client } = connect({
      provider: "proof-of-work",
      proofOfWork: { ...proofOfWork(999_999, 1_000_000), iterations: 50_000 },
    });
    const controller = new AbortController();
    const solving = client.captcha.solveCaptcha({ purpose: "login", kind: "silent" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(solving).rejects.toMatchObject({ kind: "aborted" });
  });
});

describe("getCaptcha", () => {
  it("tells what the site asks for", async () => {
    const facts = { demand: "always", kind: "visible", provider: "turnstile" };
    const { client, sent } = connect(facts);
    expect(await client.captcha.getCaptcha()).toEqual(facts);
    expect(sent[0]?.path).toBe("/_api/porchlight/v1/auth/captcha");
  });
});

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
const proofOfWork = (solution: number, numbers = 20) => ({
  challenge: "CHALLENGE",
  salt: salt.toString("base64url"),
  iterations: 10,
  numbers,
  target: pbkdf2Sync(String(solution), salt, 10, 16, "sha256").toString("base64url"),
});

function connect(solution: object) {
  const sent: { path: string; body: unknown }[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app", tokens }),
    modules: { captcha },
    fetch: async (input, init) => {
      sent.push({ path: new URL(String(input)).pathname, body: init?.body && JSON.parse(String(init.body)) });
      return Response.json(solution);
    },
  });
  return { client, sent };
}

describe("solveCaptcha", () => {
  it.each([0, 7, 19])("finds the number %i, and says where its token goes", async (solution) => {
    const { client, sent } = connect({ provider: "proof-of-work", proofOfWork: proofOfWork(solution) });
    const silent = await client.captcha.solveCaptcha({ purpose: "login", kind: "silent" });
    expect(silent).toEqual({ invisibleRecaptchaToken: `CHALLENGE.${solution}` });
    const visible = await client.captcha.solveCaptcha({ purpose: "register", kind: "visible" });
    expect(visible).toEqual({ recaptchaToken: `CHALLENGE.${solution}` });
    expect(sent).toEqual([
      { path: "/_api/porchlight/v1/auth/captcha/tasks", body: { purpose: "login", kind: "silent" } },
      { path: "/_api/porchlight/v1/auth/captcha/tasks", body: { purpose: "register", kind: "visible" } },
    ]);
  });

  it("rejects a challenge without a solution", async () => {
    const { client } = connect({ provider: "proof-of-work", proofOfWork: proofOfWork(30) });
    await expect(client.captcha.solveCaptcha({ purpose: "login", kind: "silent" })).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { provider: "turnstile" }, { provider: "turnstile", siteKey: "K" }])(
    "rejects a task without instructions: %j",
    async (solution) => {
      const { client } = connect(solution);
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
  it("returns the site's captcha settings", async () => {
    const settings = { demand: "always", kind: "visible", provider: "turnstile" };
    const { client, sent } = connect(settings);
    expect(await client.captcha.getCaptcha()).toEqual(settings);
    expect(sent[0]?.path).toBe("/_api/porchlight/v1/auth/captcha");
  });
});

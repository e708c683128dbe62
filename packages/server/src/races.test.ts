import { afterAll, describe, expect, it } from "vitest";
import { newCaptchaToken } from "../test/auth/captcha-provider.ts";
import { createTestMembers } from "../test/auth/mfa-members.ts";
import { createPasskeyFixture } from "../test/auth/passkey-members.ts";
import { changeSetting, goodPassword } from "../test/auth/sign-in-steps.ts";
import { createContentRaces } from "../test/races/content-races.ts";
import { isSuccess, type Race, runRace, sendAtOnce } from "../test/races/race.ts";
import { createSignInRaces } from "../test/races/sign-in-races.ts";
import { createTestServer } from "../test/test-server.ts";
import { createApiKey } from "./auth/api-keys.ts";
import { createServer } from "./server.ts";

/** `npm run cluster -- races` runs a thousand rounds on two processes. */
const attempts = 10;
const server = await createTestServer({ rateLimits: false });
const other = await createServer(server.context.config);
afterAll(() => other.close());
const members = await createTestMembers(server);
const passkeys = await createPasskeyFixture(server);
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Tests", role: "admin" });
const fixtures = { server, members, passkeys, key, attempts };

/** Changes the setting and waits until both nodes apply it. */
async function setCaptcha(value: "always" | "off"): Promise<void> {
  await changeSetting(server, "captcha", value);
  const seenByOther = async () => (await other.context.settings.read()).captcha;
  await expect.poll(seenByOther, { interval: 50, timeout: 10_000 }).toBe(value);
}

const captchaRace: Race = {
  async prepare() {
    const { email } = await members.newMember();
    await setCaptcha("always");
    const captchaTokens = [{ InvisibleRecaptcha: await newCaptchaToken(server, "login", "silent") }];
    return {
      path: "/_api/iam/authentication/v2/login",
      token: members.visitor,
      body: { loginId: { email }, password: goodPassword, captchaTokens },
    };
  },
  hasWon: isSuccess,
  refusals: ["-19970", "-19971"],
};

const races = { ...createSignInRaces(fixtures), ...(await createContentRaces(fixtures)) };

describe.each([
  { where: "one node", nodes: [server.fetch], rounds: 1 },
  { where: "two nodes", nodes: [server.fetch, other.fetch], rounds: 2 },
])("concurrent requests on $where: exactly one of ten consumes", ({ nodes, rounds }) => {
  it.each(Object.entries(races))("%s", async (_, race) => {
    for (let round = 0; round < rounds; round++) await runRace(race, nodes, attempts);
  });

  it("a captcha's token", async () => {
    await runRace(captchaRace, nodes, attempts);
    await setCaptcha("off");
  });

  it("a refresh token: all get the same successor, which can be renewed", async () => {
    let { refresh_token: refreshToken } = await server.signIn();
    for (let turn = 0; turn < 2; turn++) {
      const body = { grantType: "refresh_token", clientId: server.clientId, refreshToken };
      const responses = await sendAtOnce(async () => ({ path: "/oauth2/token", body }), nodes, attempts);
      expect(responses.map(({ status }) => status)).toEqual(Array(attempts).fill(200));
      const successors = new Set<string>(responses.map((response) => response.body.refresh_token));
      expect(successors.size).toBe(1);
      expect(successors).not.toContain(refreshToken);
      [refreshToken = ""] = successors;
    }
  });
});

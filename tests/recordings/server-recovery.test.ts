import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { afterEach, describe, expect, it } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { createMember } from "../../packages/server/src/members/administration/create-member.ts";
import { createSignInSteps, goodPassword } from "../../packages/server/test/auth/sign-in-steps.ts";
import { createTestServer } from "../../packages/server/test/test-server.ts";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, type FixtureFile, readRecordings } from "./recording.ts";

/** The server's half of the recordings about passwords; see `server.test.ts`. */
const clientId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const origin = "https://me.example";
const email = "a@b.co";

const server = await createTestServer();
const { db, site } = server.context;
await db
  .insertInto("apps")
  .values({
    site_id: site.id,
    id: clientId,
    name: "Recorded",
    redirect_uris: [],
    origins: [origin],
    refresh_tokens: "stable",
  })
  .execute();
const token: string = (await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body
  .access_token;
const steps = await createSignInSteps({ ...server, clientId, origin, visitorToken: async () => token });
afterEach(async () => {
  await db.deleteFrom("members").execute();
  await db.deleteFrom("rate_limits").execute();
});

function recorded(file: FixtureFile, name: string) {
  const recording = readRecordings(file).find((candidate) => candidate.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in ${file}.`);
  return exchange;
}

const send = (file: FixtureFile, name: string, replaced: object = {}, caller = token) => {
  const { method, path, body } = recorded(file, name).request;
  return server.call(method, path, { token: caller, body: { ...(body as object), ...replaced } });
};
const expectRecorded = (file: FixtureFile, name: string, answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer.status).toBe(200);
  expectRecordedShape(answer.body, recorded(file, name).cannedResponse.body, { additionalData: [] });
};
const addMember = () => {
  const { identity } = recorded("recovery", "recover").cannedResponse.body as {
    identity: { identityProfile: IdentityProfile };
  };
  return createMember(
    server.context,
    { kind: "owner" },
    { email, password: goodPassword, profile: identity.identityProfile },
  );
};
const link = async () => {
  const read = async () =>
    (await server.call("GET", `/dev/mail.json?to=${email}`)).body.at(-1)?.link as string | undefined;
  await expect.poll(read).toMatch(/#token=/);
  return (await read()) ?? "";
};

describe("recordings of recovery, server half", () => {
  it.each([
    ["auth.sendPasswordResetEmail", `${origin}/login#token=`],
    ["sendRecoveryEmail", `${origin}/#token=`],
  ])("%s", async (name, expected) => {
    await db.deleteFrom("dev_inbox").execute();
    await addMember();
    const answer = await send("recovery", name);
    expectRecorded("recovery", name, answer);
    expect((await link()).startsWith(expected)).toBe(true);
  });

  it("sendActivationEmail", async () => {
    await db.deleteFrom("dev_inbox").execute();
    const { id: identityId } = await addMember();
    const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Recorded", role: "admin" });
    const answer = await send("recovery", "sendActivationEmail", { identityId }, `${token},${key}`);
    expectRecorded("recovery", "sendActivationEmail", answer);
    expect((await link()).startsWith(`${origin}/#token=`)).toBe(true);
  });

  it("recover", async () => {
    await db.deleteFrom("dev_inbox").execute();
    await addMember();
    await send("recovery", "sendRecoveryEmail");
    const recoveryToken = (await link()).split("#token=")[1];
    const answer = await send("recovery", "recover", { recoveryToken, password: goodPassword });
    expectRecorded("recovery", "recover", answer);
    expect(answer.body.state).toBe("SUCCESS");
  });
});

describe("recordings of auth about passwords, server half", () => {
  it("changePassword", async () => {
    await addMember();
    const { access_token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const answer = await send("auth", "changePassword", { newPassword: "a lamp in every window" }, access_token);
    expectRecorded("auth", "changePassword", answer);
  });

  it("validateEmail", async () => {
    const answer = await send("auth", "validateEmail");
    expectRecorded("auth", "validateEmail", answer);
    expect(answer.body).toEqual({ valid: true });
  });
});

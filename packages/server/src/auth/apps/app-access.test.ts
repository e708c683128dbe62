import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword, type SignInSteps } from "../../../test/auth/sign-in-steps.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const appsPath = "/_api/porchlight/v1/site/apps";
const origin = "https://shop.example";
const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const owner = staff.ownerToken;
const steps = await createSignInSteps(server);
let ada: Promise<unknown> | undefined;

const codeOf = ({ body }: TestResponse) => body.error ?? body.details?.applicationError?.code;

/** Registers an app, in which a visitor is and a member has signed in. */
async function createAppInUse(name: string) {
  ada ??= steps.newMember("ada@example.com");
  await ada;
  const body = { name, redirectUris: [], origins: [origin], refreshTokens: "stable" };
  const { id } = (await server.call("POST", appsPath, { token: owner, body })).body;
  const visit = () => server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId: id } });
  const { access_token: visitor } = (await visit()).body;
  const shop: SignInSteps = await createSignInSteps({
    ...server,
    clientId: id,
    origin,
    visitorToken: async () => visitor,
  });
  const signIn = async () => (await shop.login("ada@example.com", goodPassword)).body.sessionToken;
  const member = await shop.memberTokens(await signIn());
  return {
    id,
    visit,
    visitor,
    shop,
    signIn,
    read: () => server.call("GET", "/blog/v3/posts", { token: visitor }),
    me: () => server.call("GET", "/members/v1/members/my", { token: member.access_token }),
    refresh: () =>
      server.call("POST", "/oauth2/token", {
        body: { grantType: "refresh_token", clientId: id, refreshToken: member.refresh_token },
      }),
  };
}

it("a deleted app has no access from its next request", async () => {
  const { id, me, read, refresh, visit } = await createAppInUse("Deleted");
  expect((await me()).status).toBe(200);
  expect((await read()).status).toBe(200);
  expect((await server.call("DELETE", `${appsPath}/${id}`, { token: owner })).status).toBe(200);
  expect(codeOf(await me())).toBe("UNAUTHENTICATED");
  expect(codeOf(await read())).toBe("UNAUTHENTICATED");
  expect(codeOf(await refresh())).toBe("invalid_client");
  expect(codeOf(await visit())).toBe("invalid_client");
});

describe("a disabled app", () => {
  const setDisabled = (id: string, isDisabled: boolean, token = owner) =>
    server.call("PUT", `${appsPath}/${id}/disabled`, { token, body: { isDisabled } });

  it("has no access from its next request, and has it again once it is enabled", async () => {
    const app = await createAppInUse("Shop");
    const sessionToken = await app.signIn();
    const prepared = await app.shop.redirectSession({ sessionToken });
    expect(prepared.status).toBe(200);
    expect((await app.me()).status).toBe(200);
    expect((await setDisabled(app.id, true)).status).toBe(200);

    expect(codeOf(await app.me())).toBe("UNAUTHENTICATED");
    expect(codeOf(await app.read())).toBe("UNAUTHENTICATED");
    expect(codeOf(await app.shop.login("ada@example.com", goodPassword))).toBe("UNAUTHENTICATED");
    expect(codeOf(await app.shop.redirectSession({ sessionToken }))).toBe("UNAUTHENTICATED");
    expect(codeOf(await app.visit())).toBe("invalid_client");
    expect(codeOf(await app.refresh())).toBe("invalid_client");
    const page = await server.fetch(new Request(prepared.body.redirectSession.fullUrl));
    expect(await page.text()).not.toContain('"code"');
    const apps = (await server.call("GET", appsPath, { token: owner })).body.apps;
    expect(apps.find(({ id }: { id: string }) => id === app.id)).toMatchObject({ isDisabled: true });

    expect((await setDisabled(app.id, false)).status).toBe(200);
    expect((await app.me()).status).toBe(200);
    expect((await app.refresh()).status).toBe(200);
    expect((await app.visit()).status).toBe(200);
    expect((await app.shop.memberTokens(await app.signIn())).access_token).toBeTruthy();
  });

  it("does not exchange a code that it got before", async () => {
    const app = await createAppInUse("Codes");
    const { body, codeVerifier } = await app.shop.redirectSession({ sessionToken: await app.signIn() });
    const { code } = await app.shop.posted(body.redirectSession.fullUrl);
    await setDisabled(app.id, true);
    const exchanged = await app.shop.exchange({ code, codeVerifier });
    expect(codeOf(exchanged)).toBe("invalid_client");
  });

  it("is recorded, once for each change", async () => {
    const { id } = await createAppInUse("Recorded");
    for (const isDisabled of [true, true, false]) await setDisabled(id, isDisabled);
    const { body } = await server.call("GET", "/_api/porchlight/v1/site/audit-events?limit=2", { token: owner });
    expect(body.events).toMatchObject([
      { event: "app-enabled", appId: id, details: { name: "Recorded" } },
      { event: "app-disabled", appId: id, details: { name: "Recorded" } },
    ]);
  });

  it("is never the app of the member site, and owners decide", async () => {
    expect(codeOf(await setDisabled(server.clientId, true, await staff.add("eve@example.com", "editor")))).toBe(
      "NOT_ALLOWED",
    );
    const { apps } = (await server.call("GET", appsPath, { token: owner })).body;
    const builtIn = apps.find(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn);
    expect(codeOf(await setDisabled(builtIn?.id ?? "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", true))).toBe("NOT_FOUND");
  });
});

import { describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";
import { createMember } from "../administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const owner = { kind: "owner" } as const;
const path = "/_api/porchlight/v1/members/my/details";
let members = 0;
const newEmail = () => `savable-${++members}@example.com`;

async function newMember() {
  const email = newEmail();
  const { id } = await createMember(server.context, owner, { email, password: goodPassword });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const update = (contact: object) =>
    server.call("PATCH", `/members/v1/members/${id}`, { token, body: { member: { contact } } });
  const save = (details: object) => server.call("PATCH", path, { token, body: { details } });
  const read = async () => (await server.call("GET", path, { token })).body.details;
  return { update, save, read };
}
const field = (name: string) => ({ name, value: { strValue: "x" } });
const keyed = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${from + index}`, field(`f${from + index}`)]));
const fieldOf = ({ status, body }: TestResponse) => [
  status,
  body.details?.validationError?.fieldViolations?.[0]?.field,
];

describe("a stored profile can be saved again", () => {
  it("after fields were added one by one", async () => {
    const { update, save, read } = await newMember();
    expect((await update({ customFields: keyed(0, 100) })).status).toBe(200);
    expect(fieldOf(await update({ customFields: keyed(99, 2) }))).toEqual([400, "member.contact.customFields"]);
    expect((await update({ customFields: keyed(90, 10) })).status).toBe(200);
    const { customFields } = await read();
    expect(customFields).toHaveLength(100);
    expect((await save({ customFields })).status).toBe(200);
  });

  it("if the request contains the main phone twice", async () => {
    const { update, save, read } = await newMember();
    await save({ phones: [{ tag: "MAIN", phone: "+4930123456" }] });
    await update({ phones: ["+4930123456", "+4930123456"] });
    const { phones } = await read();
    expect(phones.map(({ tag }: { tag: string }) => tag)).toEqual(["MAIN", "UNTAGGED"]);
    expect((await save({ phones })).status).toBe(200);
  });

  it.each([
    [{ customFields: [field("Size"), field("Size")] }, "profile.customFields"],
    [{ phones: ["1", "2"].map((phone) => ({ tag: "MAIN", phone })) }, "profile.phones"],
  ])("since invalid values are rejected at registration: %j", async (profile, refused) => {
    const body = { loginId: { email: newEmail() }, password: goodPassword, profile };
    const token = await server.visitorToken();
    const registered = await server.call("POST", "/_api/iam/authentication/v2/register", { token, body });
    expect(fieldOf(registered)).toEqual([400, refused]);
    const { key } = await createApiKey(server.context, owner, { name: "shop", role: "admin" });
    const signedOn = await server.call("POST", "/_api/iam/authentication/v2/sign-on", {
      token: key,
      body: { loginId: body.loginId, profile },
    });
    expect(fieldOf(signedOn)).toEqual([400, refused]);
  });

  it("after API keys added to it, with the member's next change", async () => {
    const email = newEmail();
    const { key } = await createApiKey(server.context, owner, { name: "shop", role: "admin" });
    const visitor = await server.visitorToken();
    const signOn = (from: number) =>
      server.call("POST", "/_api/iam/authentication/v2/sign-on", {
        token: `${visitor},${key}`,
        body: {
          loginId: { email },
          mergeExistingContact: true,
          profile: {
            customFields: Array.from({ length: 12 }, (_, index) => ({
              name: `note ${from + index}`,
              value: { strValue: "x".repeat(5_000) },
            })),
          },
        },
      });
    const responses: TestResponse[] = [];
    for (let from = 0; from < 60; from += 12) responses.push(await signOn(from));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400]);
    expect(fieldOf(responses[3]!)).toEqual([400, "profile"]);
    const { access_token: token } = await steps.memberTokens((await signOn(0)).body.sessionToken);
    const saved = await server.call("PATCH", path, { token, body: { details: { privacyStatus: "PUBLIC" } } });
    expect(saved.status).toBe(200);
  });

  it("with values of the declared types, also at registration", async () => {
    await updateSetting(server.context, owner, "memberFields", ["Shoe size:number"]);
    await vi.waitUntil(async () => (await server.context.settings.read()).memberFields.length > 0, { timeout: 10_000 });
    const register = async (value: object) =>
      server.call("POST", "/_api/iam/authentication/v2/register", {
        token: await server.visitorToken(),
        body: {
          loginId: { email: newEmail() },
          password: goodPassword,
          profile: { customFields: [{ name: "Shoe size", value }] },
        },
      });
    expect(fieldOf(await register({ strValue: "large" }))).toEqual([400, "profile.customFields.0.value"]);
    expect((await register({ numValue: 43 })).status).toBe(200);
  });
});

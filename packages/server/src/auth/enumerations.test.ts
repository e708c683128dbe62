import { addressTags, emailTags, phoneTags, privacyStatuses } from "@porchlight/contract/auth/state";
import { expect, it } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createApiKey } from "./api-keys.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Tests", role: "admin" });
const address = { country: "GB", city: "London", streetAddress: { number: "10", name: "Downing Street", apt: "" } };
const profile = {
  firstName: "Ada",
  emails: emailTags.map((tag) => ({ tag, email: `${tag.toLowerCase()}@elsewhere.example` })),
  phones: phoneTags.map((tag, at) => ({ tag, phone: `+44 20 7946 000${at}` })),
  addresses: addressTags.map((tag) => ({ tag, address })),
  customFields: [
    { name: "number", value: { numValue: 12.5 } },
    { name: "date", value: { dateValue: "2030-01-31T12:00:00.000Z" } },
    { name: "words", value: { strValue: "  kept as it is \u{1F3E0}" } },
    { name: "endless", value: { numValue: "-Infinity" } },
  ],
};
const signOn = (email: string, body: object) =>
  server.call("POST", "/_api/iam/authentication/v2/sign-on", { token: key, body: { loginId: { email }, ...body } });

it.each(privacyStatuses)(
  "stores every kind of email, phone, address and field as sent, with privacy %s",
  async (privacyStatus) => {
    const email = `kinds-${privacyStatus.toLowerCase()}@example.com`;
    const sent = { ...profile, privacyStatus };
    const expected = { ...sent, emails: [{ tag: "MAIN", email }, ...profile.emails] };
    const signedOn = await signOn(`on-${email}`, { profile: sent });
    expect(signedOn.body.identity.identityProfile).toMatchObject({
      ...expected,
      emails: [{ tag: "MAIN", email: `on-${email}` }, ...profile.emails],
    });
    const { status, body } = await steps.register(email, { profile: sent });
    expect(status).toBe(200);
    const [code] = await steps.codes(email);
    const verified = await steps.verify(body.stateToken, code!);
    expect(verified.body.identity.identityProfile).toMatchObject(expected);
  },
);

it.each([
  { phones: [{ tag: "main", phone: "1" }] },
  { phones: [{ tag: "BILLING", phone: "1" }] },
  { emails: [{ tag: "FAX", email: "a@example.com" }] },
  { addresses: [{ tag: "MAIN", address }] },
  { privacyStatus: "public" },
  { privacyStatus: 1 },
  { phones: {} },
  { addresses: [null] },
])("rejects an unknown value and creates no member: %j", async (wrong) => {
  const email = "none-of-them@example.com";
  expect((await signOn(email, { profile: wrong })).status).toBe(400);
  expect((await steps.register(email, { profile: wrong })).status).toBe(400);
  expect(await server.context.db.selectFrom("members").select("id").where("email", "=", email).execute()).toEqual([]);
});

it("merges a contact into an account whose member can still change it", async () => {
  const email = "merged@example.com";
  const many = Array.from({ length: 60 }, (_, at) => ({ name: `field ${at}`, value: { strValue: "x" } }));
  await signOn(email, {
    profile: {
      phones: [{ tag: "MAIN", phone: "+44 20 7946 0001" }],
      labels: ["first"],
      customFields: many.slice(0, 40),
    },
  });
  const merged = await signOn(email, {
    mergeExistingContact: true,
    profile: { phones: [{ tag: "MAIN", phone: "+44 20 7946 0002" }], labels: ["first", "second"], customFields: many },
  });
  const { phones, labels, customFields } = merged.body.identity.identityProfile;
  expect(phones).toEqual([
    { tag: "MAIN", phone: "+44 20 7946 0001" },
    { tag: "UNTAGGED", phone: "+44 20 7946 0002" },
  ]);
  expect(labels).toEqual(["first", "second"]);
  expect(customFields).toHaveLength(60);
});

import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "./administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;
const visitor = await server.visitorToken();
const path = "/_api/porchlight/v1/members/my/details";

let members = 0;
async function newMember(profile: object = { firstName: "Ada", lastName: "Lovelace" }) {
  const email = `details-${++members}@example.com`;
  const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword, profile });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  return { id, email, token };
}
const change = (token: string | undefined, details: unknown) =>
  server.call("PATCH", path, { token, body: { details } });
const read = async (token: string) => (await server.call("GET", path, { token })).body.details;
const update = (token: string, id: string, member: object) =>
  server.call("PATCH", `/members/v1/members/${id}`, { token, body: { member } });
const violationsOf = ({ body }: TestResponse) => body.details?.validationError?.fieldViolations ?? [];
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;

const phones = [
  { tag: "MAIN", phone: "+44 20 7946 0000" },
  { tag: "UNTAGGED", phone: "+49 (30) 123-456" },
];
const home = {
  addressLine: "12 St James's Square",
  addressLine2: "Flat 2",
  city: "London",
  subdivision: "England",
  postalCode: "SW1Y 4JH",
  country: "GB",
};

describe(`PATCH ${path}`, () => {
  it("stores phones, addresses, and custom fields with their tags", async () => {
    const { token } = await newMember();
    expect(await read(token)).toEqual({ phones: [], addresses: [], customFields: [], privacyStatus: "PRIVATE" });
    const details = {
      phones: [phones[0], { phone: " +49 (30) 123-456 " }],
      addresses: [{ tag: "HOME", address: home }, { address: { country: "DE", city: "Berlin" } }],
      customFields: [
        { name: "Favourite colour", value: { strValue: "blue" } },
        { name: "Shoe size", value: { numValue: 42.5 } },
        { name: "Anniversary", value: { dateValue: "2026-03-27T00:00:00.000Z" } },
      ],
      privacyStatus: "PUBLIC",
    };
    const { status, body } = await change(token, details);
    expect(status).toBe(200);
    expect(body.details).toEqual({
      ...details,
      phones,
      addresses: [details.addresses[0], { tag: "UNTAGGED", ...details.addresses[1] }],
    });
    expect(await read(token)).toEqual(body.details);
  });

  it("accepts every tag", async () => {
    const { token } = await newMember();
    const tagged = ["UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX"].map((tag, n) => ({
      tag,
      phone: `+44 20 00${n}`,
    }));
    const addresses = ["UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING"].map((tag) => ({ tag, address: home }));
    const { body } = await change(token, { phones: tagged, addresses: addresses });
    expect(body.details).toMatchObject({ phones: tagged, addresses: addresses });
  });

  it("retains absent fields, clears a list with an empty one, and changes nothing for the same values", async () => {
    const { id, token } = await newMember();
    await change(token, { phones, addresses: [{ tag: "HOME", address: home }], privacyStatus: "PUBLIC" });
    const row = () => db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const before = await row();
    server.advance(1_000);
    await change(token, { phones });
    await change(token, {});
    expect(await row()).toEqual(before);
    expect((await change(token, { phones: [] })).body.details).toMatchObject({
      phones: [],
      addresses: [{ tag: "HOME" }],
      privacyStatus: "PUBLIC",
    });
    expect((await row()).profile.firstName).toBe("Ada");
  });

  it.each([
    [{ phones: [{ phone: "call me" }] }, "details.phones.0.phone"],
    [{ phones: [{ phone: "12" }] }, "details.phones.0.phone"],
    [{ phones: [{ phone: "+44 20\n7946" }] }, "details.phones.0.phone"],
    [{ phones: [{ phone: "1".repeat(16) }] }, "details.phones.0.phone"],
    [{ phones: [{ tag: "PAGER", phone: "12345" }] }, "details.phones.0.tag"],
    [{ phones: [phones[0], phones[0]] }, "details.phones"],
    [{ phones: Array(51).fill(phones[1]) }, "details.phones"],
    [{ addresses: [{ address: { country: "Germany" } }] }, "details.addresses.0.address.country"],
    [{ addresses: [{ address: { country: "QX" } }] }, "details.addresses.0.address.country"],
    [{ addresses: [{ address: { city: "x".repeat(101) } }] }, "details.addresses.0.address.city"],
    [{ addresses: [{ address: { postalCode: "x".repeat(21) } }] }, "details.addresses.0.address.postalCode"],
    [{ addresses: [{ tag: "MAIN", address: home }] }, "details.addresses.0.tag"],
    [
      { addresses: [{ address: { geocode: { latitude: 91, longitude: 0 } } }] },
      "details.addresses.0.address.geocode.latitude",
    ],
    [{ customFields: [{ name: "n", value: { numValue: "12.5" } }] }, "details.customFields.0.value.numValue"],
    [{ customFields: [{ name: "n", value: { dateValue: "27 3 2026" } }] }, "details.customFields.0.value.dateValue"],
    [
      {
        customFields: [
          { name: "n", value: {} },
          { name: "n", value: {} },
        ],
      },
      "details.customFields",
    ],
    [{ privacyStatus: "UNDEFINED" }, "details.privacyStatus"],
  ])("rejects %j with the path of the error and changes nothing", async (details, field) => {
    const { token } = await newMember();
    const response = await change(token, { privacyStatus: "PUBLIC", ...details });
    expect(response.status).toBe(400);
    expect(violationsOf(response)).toMatchObject([{ field, data: {} }]);
    expect((await read(token)).privacyStatus).toBe("PRIVATE");
  });

  it("rejects malformed and oversized details", async () => {
    const { token } = await newMember();
    for (const details of [null, [], "x", { phones: {} }, { addresses: [null] }, { customFields: [[]] }])
      expect((await change(token, details)).status).toBe(400);
    const long = (n: number) => ({ name: `n${n}`, value: { strValue: "x".repeat(5_000) } });
    const response = await change(token, { customFields: Array.from({ length: 60 }, (_, n) => long(n)) });
    expect([response.status, violationsOf(response)[0]?.violatedRule]).toEqual([400, "MAX_SIZE"]);
  });

  it("requires an active member", async () => {
    const { id, token } = await newMember();
    expect((await change(undefined, {})).status).toBe(401);
    expect(codeOf(await change(visitor, {}))).toBe("NOT_ALLOWED");
    expect(codeOf(await server.call("GET", path, { token: visitor }))).toBe("NOT_ALLOWED");
    await db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", id).execute();
    expect((await change(token, {})).status).toBe(401);
    expect((await server.call("GET", path, { token })).status).toBe(401);
  });
});

describe("PATCH /members/v1/members/:memberId", () => {
  it("has no tags and retains those of unchanged entries", async () => {
    const { id, token } = await newMember();
    await change(token, { phones, addresses: [{ tag: "BILLING", address: home }] });
    const { body } = await update(token, id, {
      contact: {
        phones: ["+44 20 7946 0000", "112"],
        addresses: [
          { ...home, id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" },
          { city: "Paris", country: "FR" },
        ],
        customFields: { any: { name: "Shoe size", value: { numValue: 42 } } },
      },
      privacyStatus: "PUBLIC",
    });
    expect(body.member).toMatchObject({
      privacyStatus: "PUBLIC",
      contact: {
        phones: ["+44 20 7946 0000", "112"],
        addresses: [home, { city: "Paris" }],
        customFields: { "custom.shoe-size": { name: "Shoe size", value: { numValue: 42 } } },
      },
    });
    expect(await read(token)).toMatchObject({
      phones: [{ tag: "MAIN" }, { tag: "UNTAGGED" }],
      addresses: [{ tag: "BILLING" }, { tag: "UNTAGGED" }],
    });
  });

  it("changes one field, retains the others, and clears all with null", async () => {
    const { id, token } = await newMember({
      customFields: [
        { name: "a", value: { strValue: "1" } },
        { name: "b", value: { strValue: "2" } },
      ],
      phones: [{ phone: "12345" }],
    });
    await update(token, id, { contact: { customFields: { "custom.b": { name: "b", value: { strValue: "3" } } } } });
    expect((await read(token)).customFields).toEqual([
      { name: "a", value: { strValue: "1" } },
      { name: "b", value: { strValue: "3" } },
    ]);
    await update(token, id, { contact: { customFields: null, phones: null, addresses: null } });
    expect(await read(token)).toMatchObject({ customFields: [], phones: [], addresses: [] });
  });

  it.each([
    [{ contact: { phones: ["x"] } }, "member.contact.phones.0"],
    [{ contact: { addresses: [{ country: "xx" }] } }, "member.contact.addresses.0.country"],
    [
      { contact: { customFields: { k: { name: "k", value: { numValue: "x" } } } } },
      "member.contact.customFields.k.value.numValue",
    ],
    [{ privacyStatus: "UNKNOWN" }, "member.privacyStatus"],
  ])("rejects %j with the path of the error", async (member, field) => {
    const { id, token } = await newMember();
    const response = await update(token, id, member);
    expect([response.status, violationsOf(response)[0]?.field]).toEqual([400, field]);
  });
});

describe("DELETE /members/v1/members/:id/{phones,emails,addresses}", () => {
  it("clears that part of the caller's record and retains the sign-in email", async () => {
    const { id, email, token } = await newMember({
      phones: [{ phone: "12345" }],
      emails: [{ email: "second@example.com" }],
      addresses: [{ address: home }],
    });
    const remove = (part: string, whose = id) =>
      server.call("DELETE", `/members/v1/members/${whose}/${part}?id=${id}`, { token });
    expect((await remove("phones")).body.member.contact).toMatchObject({ phones: [], addresses: [home] });
    expect((await remove("emails")).body.member.contact).toMatchObject({ emails: [email], addresses: [home] });
    expect((await remove("addresses")).body.member.contact).toMatchObject({ addresses: [] });
    const other = await newMember();
    for (const part of ["phones", "emails", "addresses"]) {
      expect(codeOf(await remove(part, other.id))).toBe("NOT_ALLOWED");
      expect((await remove(part, "x")).status).toBe(400);
    }
  });
});

describe("GET /members/v1/members/:id", () => {
  const get = (token: string, id: string, query = "?fieldsets=FULL") =>
    server.call("GET", `/members/v1/members/${id}${query}`, { token });

  it("returns the name of a public member and nothing of a private one", async () => {
    const { id, token } = await newMember();
    const missing = await get(visitor, "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b");
    expect([missing.status, codeOf(missing)]).toEqual([404, "MEMBER_NOT_FOUND"]);
    expect((await get(visitor, id)).body).toEqual(missing.body);
    await change(token, { privacyStatus: "PUBLIC", phones });
    const { body } = await get(visitor, id);
    expect(body.member.profile.nickname).toBe("Ada Lovelace");
    expect(body.member).not.toHaveProperty("contact");
    expect(body.member).not.toHaveProperty("loginEmail");
    await db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", id).execute();
    expect((await get(visitor, id)).body).toEqual(missing.body);
  });

  it("returns the caller's full record", async () => {
    const { id, email, token } = await newMember();
    expect((await get(token, id.toUpperCase())).body.member).toMatchObject({
      loginEmail: email,
      contact: { firstName: "Ada" },
    });
    expect((await get(token, id, "")).body.member).not.toHaveProperty("contact");
    expect((await get(token, "x")).status).toBe(400);
  });
});

describe("fields that the owner declares", () => {
  const fieldPath = "details.customFields.0.value";
  it("are returned with the member's own in the owner's order, and accept values of their type only", async () => {
    await changeSetting(server, "memberFields", ["Shoe size:number", "Born:date", "Company:text"]);
    const { token, id } = await newMember();
    const { body } = await server.call("GET", path, { token });
    expect(body.declaredFields).toEqual([
      { name: "Shoe size", type: "NUMBER" },
      { name: "Born", type: "DATE" },
      { name: "Company", type: "TEXT" },
    ]);
    expect(body.details.customFields).toEqual([]);
    for (const [name, value] of [
      ["Shoe size", { strValue: "43" }],
      ["Born", { numValue: 1815 }],
      ["Company", { boolValue: true }],
      ["Company", { strValue: "x", numValue: 1 }],
    ] as const) {
      const refused = await change(token, { customFields: [{ name, value }] });
      expect([refused.status, violationsOf(refused)[0]?.field]).toEqual([400, fieldPath]);
      const contact = { customFields: { any: { name, value } } };
      const other = await update(token, id, { contact });
      expect([other.status, violationsOf(other)[0]?.field]).toEqual([400, "member.contact.customFields.any.value"]);
    }
    expect((await read(token)).customFields).toEqual([]);
    const customFields = [
      { name: "Shoe size", value: { numValue: 43 } },
      { name: "Born", value: { dateValue: "1815-12-10T00:00:00.000Z" } },
      { name: "Company", value: {} },
      { name: "Undeclared", value: { boolValue: true } },
    ];
    expect((await change(token, { customFields })).body.details.customFields).toEqual(customFields);
  });

  it("can be changed by the owner, while stored values stay", async () => {
    await changeSetting(server, "memberFields", ["Size:number"]);
    const { token } = await newMember();
    await change(token, { customFields: [{ name: "Size", value: { numValue: 43 } }] });
    await changeSetting(server, "memberFields", ["Size:text"]);
    expect((await read(token)).customFields).toEqual([{ name: "Size", value: { numValue: 43 } }]);
    expect((await change(token, { phones: [] })).status).toBe(200);
    await changeSetting(server, "memberFields", []);
    expect((await server.call("GET", path, { token })).body.declaredFields).toEqual([]);
  });
});

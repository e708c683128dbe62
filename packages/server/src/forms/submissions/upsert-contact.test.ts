import { randomUUID } from "node:crypto";
import type { InputField } from "@porchlight/contract/forms/form-fields";
import { describe, expect, it } from "vitest";
import { codeIn, createFormsClient, field, textField } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { findMember } from "../../members/members-store.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const { db, site } = server.context;

type ContactField = NonNullable<NonNullable<InputField["contactMapping"]>["contactField"]>;
const mapped = (contactField: ContactField): Partial<InputField> => ({ contactMapping: { contactField } });

const form = await forms.create({
  name: "Contact",
  formFields: [
    textField("email", { validation: { format: "EMAIL" } }, mapped("EMAIL")),
    textField("first", {}, mapped("FIRST_NAME")),
    textField("last", {}, mapped("LAST_NAME")),
    textField("company", {}, mapped("COMPANY")),
    textField("birthday", {}, mapped("BIRTHDATE")),
    textField("phone", {}, mapped("PHONE")),
    field("home", { inputType: "ADDRESS", ...mapped("ADDRESS") }),
    textField("message"),
  ],
});

const upsert = (submissionId: string, token?: string, more: object = {}) =>
  forms.call(
    "POST",
    "/form-submission-contact-mapping-service/v4/submissions-contacts",
    { submissionId, ...more },
    token,
  );
const profileOf = async (id: string) => (await findMember(db, site.id, id))?.profile;
const emailOf = (memberId: string) => `${memberId}@example.com`;

describe("upsertContactFromSubmission", () => {
  it("adds the values of a member's submission to the contact data, and replaces nothing", async () => {
    const { memberId, access_token: token } = await server.signIn();
    const values = {
      email: emailOf(memberId).toUpperCase(),
      first: "Ada",
      last: "Lovelace",
      birthday: "1815-12-10",
      phone: "+44 20 7946 0000",
      home: { country: "GB", city: "London", streetName: "St James's Square", streetNumber: "12" },
      message: "Hello",
    };
    const { id } = await forms.submitted(form.id, values, { token });
    const { status, body } = await upsert(id, token);
    expect([status, body]).toEqual([
      200,
      { submitContactResponse: { contactId: memberId, identityType: "MEMBER", newContact: false } },
    ]);
    const profile = {
      firstName: "Ada",
      lastName: "Lovelace",
      birthdate: "1815-12-10",
      phones: [{ phone: "+44 20 7946 0000" }],
      addresses: [
        { address: { country: "GB", city: "London", streetAddress: { name: "St James's Square", number: "12" } } },
      ],
    };
    expect(await profileOf(memberId)).toEqual(profile);
    const changed = await forms.submitted(form.id, { first: "Augusta", company: "Engines", phone: "+1 1" }, { token });
    for (let time = 0; time < 2; time++) expect((await upsert(changed.id)).status).toBe(200);
    expect(await profileOf(memberId)).toEqual({
      ...profile,
      company: "Engines",
      phones: [{ phone: "+44 20 7946 0000" }, { phone: "+1 1" }],
    });
  });

  it("finds the member by the submitted email, or by the given id, for editors", async () => {
    const { memberId } = await server.signIn();
    const { memberId: other } = await server.signIn();
    const { id } = await forms.submitted(form.id, { email: emailOf(memberId), first: "Grace" });
    expect((await upsert(id)).body.submitContactResponse).toEqual({
      contactId: memberId,
      identityType: "NOT_AUTHENTICATED_MEMBER",
      newContact: false,
    });
    expect(await profileOf(memberId)).toEqual({ firstName: "Grace" });
    expect((await upsert(id, undefined, { contactId: other.toUpperCase(), emailVerified: true })).status).toBe(200);
    expect(await profileOf(other)).toEqual({ firstName: "Grace", emails: [{ email: emailOf(memberId) }] });
    const { id: unknown } = await forms.submitted(form.id, { email: "nobody@example.com" });
    expect(codeIn(await upsert(unknown))).toBe("CONTACT_NOT_FOUND");
    expect(codeIn(await upsert(id, undefined, { contactId: randomUUID() }))).toBe("CONTACT_NOT_FOUND");
    expect(codeIn(await upsert(randomUUID()))).toBe("SUBMISSION_NOT_FOUND");
  });

  it("is not allowed to visitors, other members, and keys that read", async () => {
    const { memberId, access_token: token } = await server.signIn();
    const { memberId: otherId, access_token: other } = await server.signIn();
    const { id } = await forms.submitted(form.id, { first: "Ada" }, { token });
    expect(codeIn(await upsert(id, other))).toBe("SUBMISSION_NOT_FOUND");
    expect(codeIn(await upsert(id, token, { contactId: otherId }))).toBe("NOT_ALLOWED");
    expect(codeIn(await upsert(id, forms.keys.read))).toBe("NOT_ALLOWED");
    const { id: ofVisitor } = await forms.submitted(form.id, { email: emailOf(memberId), first: "Mallory" });
    expect(codeIn(await upsert(ofVisitor, forms.visitor))).toBe("NOT_ALLOWED");
    expect([await profileOf(memberId), await profileOf(otherId)]).toEqual([{}, {}]);
  });

  it("leaves out values that a profile does not accept", async () => {
    const { memberId } = await server.signIn();
    const values = {
      email: emailOf(memberId),
      first: "x".repeat(101),
      birthday: "yesterday",
      last: "Hopper",
      phone: "1\n2",
      home: { city: "A" },
    };
    const { id } = await forms.submitted(form.id, values);
    expect((await upsert(id)).status).toBe(200);
    expect(await profileOf(memberId)).toEqual({ lastName: "Hopper", addresses: [{ address: { city: "A" } }] });
  });
});

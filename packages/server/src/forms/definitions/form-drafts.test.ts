import type { FormInput } from "@porchlight/contract/forms/form";
import { describe, expect, it } from "vitest";
import { codeIn, contactForm, createFormsClient, formsPath, rule, textField } from "../../../test/forms/forms.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const staff = await createTestStaff(server);
const editor = await staff.add("editor@example.com", "editor");

const draftsPath = "/_api/porchlight/v1/forms";
const save = (id: string, form: FormInput, revision?: string, idempotencyKey?: string) =>
  forms.call("PUT", `${draftsPath}/${id}/draft`, { form, revision, idempotencyKey }, editor);
const read = async (id: string) => (await forms.call("GET", `${draftsPath}/${id}/draft`)).body.draft;
const publish = (id: string, revision: string, more: object = {}) =>
  forms.call("POST", `${draftsPath}/${id}/draft/publish`, { revision, ...more }, editor);
const getForm = async (id: string) => (await forms.call("GET", `${formsPath}/${id}`)).body.form;

describe("the draft of a form", () => {
  it("changes the form only once it is published", async () => {
    const form = await forms.create();
    expect(await read(form.id)).toBeUndefined();
    const changed = contactForm({ name: "Renamed", formFields: [...form.formFields, textField("phone")] });
    const { body } = await save(form.id, changed);
    expect(body.draft).toMatchObject({ revision: "1", isOutdated: false, updatedBy: "editor@example.com" });
    expect(await getForm(form.id)).toEqual(form);
    const { drafts } = (await forms.call("GET", `${draftsPath}/drafts`)).body;
    expect(drafts.map(({ formId }: { formId: string }) => formId)).toContain(form.id);
    const published = await publish(form.id, "1");
    expect(published.body.form).toMatchObject({ name: "Renamed", revision: "2", enabled: true });
    expect((await getForm(form.id)).formFields).toHaveLength(3);
    expect(await read(form.id)).toBeUndefined();
    expect(codeIn(await publish(form.id, "1"))).toBe("FORM_DRAFT_NOT_FOUND");
    const events = await server.context.db
      .selectFrom("audit_events")
      .select(["actor", "facts"])
      .where("event", "=", "form-published")
      .execute();
    expect(events).toEqual([{ actor: "staff", facts: { formId: form.id } }]);
  });

  it("may be incomplete, and is validated when it is published", async () => {
    const form = await forms.create();
    const [email, message] = form.formFields;
    const incomplete = { ...contactForm(), formFields: [email!], formRules: [rule("message", "x", message!, "hide")] };
    expect((await save(form.id, { ...incomplete, notifications: { ownerEmails: ["not yet an"] } })).status).toBe(200);
    const invalid = await publish(form.id, "1");
    expect(invalid.status).toBe(400);
    expect(invalid.body.details.validationError.fieldViolations[0].field).toBe("form.notifications.ownerEmails.0");
    await save(form.id, incomplete, "1");
    const dangling = await publish(form.id, "2");
    expect(dangling.body.details.validationError.fieldViolations[0].field).toBe(
      "form.formRules.0.expression.condition.target",
    );
    expect(await read(form.id)).toMatchObject({ revision: "2", form: { formRules: [{}] } });
  });

  it("is not overwritten by a person who has not seen the latest one", async () => {
    const form = await forms.create();
    await save(form.id, { name: "First" });
    const late = await save(form.id, { name: "Late" });
    expect([late.status, codeIn(late)]).toEqual([409, "FORM_CHANGED"]);
    expect(late.body.details.applicationError.data).toEqual({ revision: "1", by: "editor@example.com" });
    expect((await save(form.id, { name: "Second" }, "1")).body.draft.revision).toBe("2");
    expect(codeIn(await publish(form.id, "1"))).toBe("FORM_CHANGED");
  });

  it("is saved once by calls that are repeated with their key", async () => {
    const form = await forms.create();
    for (const name of ["First", "Repeated"])
      expect((await save(form.id, { name }, undefined, form.id)).body.draft).toMatchObject({
        revision: "1",
        form: { name: "First" },
      });
    await save(form.id, { name: "Theirs" }, "1");
    expect(codeIn(await save(form.id, { name: "First" }, undefined, form.id))).toBe("FORM_CHANGED");
  });

  it("becomes outdated by changes of the published definition, not by closing the form", async () => {
    const form = await forms.create();
    await save(form.id, { ...contactForm(), formFields: form.formFields, name: "Draft" });
    await forms.call("PATCH", `${formsPath}/${form.id}`, { form: { revision: "1", enabled: false } });
    expect((await read(form.id)).isOutdated).toBe(false);
    await forms.call("PATCH", `${formsPath}/${form.id}`, {
      form: { revision: "2", formFields: [...form.formFields, textField("elsewhere")] },
    });
    expect((await read(form.id)).isOutdated).toBe(true);
    expect(codeIn(await publish(form.id, "1"))).toBe("FORM_CHANGED");
    const { body } = await publish(form.id, "1", { overwrite: true });
    expect(body.form).toMatchObject({ name: "Draft", enabled: false });
    expect(body.form.formFields).toHaveLength(2);
  });

  it("can be discarded, and goes with its form", async () => {
    const form = await forms.create();
    await save(form.id, { name: "Unwanted" });
    for (let time = 0; time < 2; time++)
      expect((await forms.call("DELETE", `${draftsPath}/${form.id}/draft`)).status).toBe(200);
    expect(await read(form.id)).toBeUndefined();
    await save(form.id, { name: "Again" });
    await forms.call("DELETE", `${formsPath}/${form.id}?permanent=true`);
    expect(codeIn(await save(form.id, { name: "Late" }))).toBe("FORM_NOT_FOUND");
    expect(codeIn(await forms.call("GET", `${draftsPath}/${form.id}/draft`))).toBe("FORM_NOT_FOUND");
  });
});

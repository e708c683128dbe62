import type { FormField } from "@porchlight/contract/forms/form-fields";
import { describe, expect, it } from "vitest";
import { codeIn, contactForm, createFormsClient, formsPath } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);

describe("cloneFormFromTemplate", () => {
  const path = `${formsPath}/clone-from-template`;
  const namespace = "wix.form_app.form";
  const template = (number: number) => `00000000-0000-4000-8000-0000000f000${number}`;

  it.each([
    [1, "Contact", ["first_name", "last_name", "email", "phone", "message"]],
    [2, "Newsletter", ["email", "newsletter"]],
    [3, "Event registration", ["first_name", "last_name", "email", "people", "notes"]],
    [4, "Feedback", ["rating", "improvement", "email"]],
  ])("creates a form from the built-in template %i", async (number, name, targets) => {
    const body = { namespace, templateId: template(number) };
    const [first, second] = [await forms.call("POST", path, body), await forms.call("POST", path, body)];
    expect([first.status, first.body.form.name, first.body.form.enabled]).toEqual([200, name, true]);
    expect(first.body.form.formFields.map((field: FormField) => field.inputOptions?.target)).toEqual(targets);
    expect(second.body.form.id).not.toBe(first.body.form.id);
    const values = {
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      phone: "+442079460000",
      message: "Hello",
      newsletter: true,
      people: 2,
      notes: "None",
      rating: 5,
      improvement: "Nothing",
    };
    const entries = Object.entries(values).filter(([target]) => targets.includes(target));
    expect((await forms.submit(first.body.form.id, Object.fromEntries(entries))).status).toBe(200);
    expect((await forms.submit(first.body.form.id, {})).status).toBe(400);
  });

  it("copies a form of the site, and can use the id of a template once", async () => {
    const form = await forms.create(contactForm({ name: "Mine" }));
    const copy = await forms.call("POST", path, { namespace: "wix.other_app.form", templateId: form.id.toUpperCase() });
    expect(copy.body.form).toMatchObject({ name: "Mine", namespace: "wix.other_app.form" });
    expect(copy.body.form.formFields[0].id).not.toBe(form.formFields[0]?.id);
    const once = { namespace, templateId: template(1), useTemplateId: true };
    expect((await forms.call("POST", path, once)).body.form.id).toBe(template(1));
    const again = [once, { namespace, templateId: form.id, useTemplateId: true }];
    for (const body of again) expect(codeIn(await forms.call("POST", path, body))).toBe("FORM_EXISTS");
    expect(codeIn(await forms.call("POST", path, { namespace, templateId: template(9) }))).toBe("FORM_NOT_FOUND");
    expect((await forms.call("POST", path, { templateId: template(1) })).status).toBe(400);
    expect(codeIn(await forms.call("POST", path, { namespace, templateId: template(1) }, forms.keys.read))).toBe(
      "NOT_ALLOWED",
    );
  });
});

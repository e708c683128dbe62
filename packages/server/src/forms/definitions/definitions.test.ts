import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  codeIn,
  contactForm,
  createFormsClient,
  field,
  formsPath,
  rule,
  submissionsPath,
  textField,
} from "../../../test/forms/forms.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const violationsIn = ({ body }: TestResponse): [string, string][] =>
  (body.details?.validationError?.fieldViolations ?? []).map(
    ({ field: name, description }: { field: string; description: string }) => [name, description],
  );

describe("forms", () => {
  it("are created, read, updated with their revision, and described", async () => {
    const form = await forms.create();
    expect(form).toMatchObject({ name: "Contact", revision: "1", enabled: true, kind: "REGULAR" });
    const path = `${formsPath}/${form.id}`;
    expect((await forms.call("GET", path, undefined, forms.visitor)).body.form).toEqual(form);
    const [email] = form.formFields;
    const change = { revision: "1", name: "Write to us", formFields: [email, textField("phone")] };
    const { body } = await forms.call("PATCH", path, { form: change });
    expect(body.form).toMatchObject({ revision: "2", name: "Write to us" });
    expect(body.form.deletedFormFields).toMatchObject([{ inputOptions: { target: "message" } }]);
    const stale = await forms.call("PATCH", path, { form: { revision: "1", name: "Other" } });
    expect([stale.status, codeIn(stale)]).toEqual([409, "FORM_CHANGED"]);
    const summary = await forms.call("GET", `${path}/summary`);
    expect(summary.body.formSummary).toEqual({
      formId: form.id,
      fields: [
        { key: "email", label: "email", pii: true, type: "STRING" },
        { key: "phone", label: "phone", pii: false, type: "STRING" },
        { key: "message", label: "message", pii: false, type: "STRING", deleted: true },
      ],
    });
  });

  it("hide notifications, private tags and extended fields from visitors", async () => {
    const form = await forms.create(
      contactForm({
        notifications: { ownerEmails: ["owner@example.com"] },
        tags: { tags: { tagIds: ["b", "a", "b"] }, privateTags: { tagIds: ["secret"] } },
        extendedFields: { namespaces: { "@crm/x": { key: 1 } } },
      }),
    );
    expect(form.tags).toEqual({ tags: { tagIds: ["a", "b"] }, privateTags: { tagIds: ["secret"] } });
    const { body } = await forms.call("GET", `${formsPath}/${form.id}`, undefined, forms.visitor);
    expect(body.form.tags).toEqual({ tags: { tagIds: ["a", "b"] } });
    expect(JSON.stringify(body)).not.toMatch(/owner@example|secret|@crm/);
  });

  it("move to the trash bin and back, and are removed with their submissions", async () => {
    const form = await forms.create();
    const { id: submissionId } = await forms.submitted(form.id, { email: "ada@example.com" });
    const path = `${formsPath}/${form.id}`;
    expect((await forms.call("DELETE", path)).body).toEqual({});
    expect(codeIn(await forms.call("GET", path))).toBe("FORM_NOT_FOUND");
    expect(codeIn(await forms.submit(form.id, { email: "bob@example.com" }))).toBe("FORM_NOT_FOUND");
    const namespace = encodeURIComponent(form.namespace);
    const trash = await forms.call("GET", `${formsPath}/trash-bin?namespace=${namespace}`);
    expect(trash.body.forms.map(({ id }: { id: string }) => id)).toEqual([form.id]);
    expect((await forms.call("GET", `${formsPath}/trash-bin/${form.id}`)).body.form.id).toBe(form.id);
    const count = await forms.call("POST", "/form-schema-service/v4/deleted-forms/count", {});
    expect(count.body).toEqual({ count: 1 });
    expect((await forms.call("POST", `${formsPath}/trash-bin/${form.id}/restore`, {})).body.form.id).toBe(form.id);
    expect((await forms.call("GET", `${submissionsPath}/${submissionId}`)).status).toBe(200);
    await forms.call("DELETE", path);
    expect((await forms.call("DELETE", `${formsPath}/trash-bin/${form.id}`)).body).toEqual({});
    expect(codeIn(await forms.call("DELETE", `${formsPath}/trash-bin/${form.id}`))).toBe("FORM_NOT_FOUND");
    expect(codeIn(await forms.call("GET", `${submissionsPath}/${submissionId}`))).toBe("SUBMISSION_NOT_FOUND");
  });

  it("are cloned with new ids in fields, layouts and rules", async () => {
    const [email, other] = [textField("email"), textField("other")];
    const form = await forms.create({
      name: "Survey",
      formFields: [email, other],
      steps: [
        { id: randomUUID(), name: "One", layout: { large: { items: [{ fieldId: email.id, row: 0, column: 0 }] } } },
      ],
      formRules: [rule("email", "x", other, "hide")],
    });
    const { body } = await forms.call("POST", `${formsPath}/${form.id}/clone`, { name: "Copy" });
    const copy: typeof form = body.form;
    expect(copy).toMatchObject({ name: "Copy", revision: "1" });
    const oldIds = JSON.stringify([form.id, email.id, other.id, form.formRules[0]!.id]).match(/[0-9a-f-]{36}/g)!;
    for (const id of oldIds) expect(JSON.stringify(copy)).not.toContain(id);
    expect(copy.steps[0]!.layout!.large!.items![0]!.fieldId).toBe(copy.formFields[0]!.id);
    expect(copy.formRules[0]!.overrides![0]!.fieldOptions!.fieldId).toBe(copy.formFields[1]!.id);
  });

  it("are listed by namespace in pages, and queried by filter", async () => {
    const namespace = "list.of.forms";
    for (const name of ["Ants", "Bees", "Cats"]) await forms.create(contactForm({ name, namespace }));
    await forms.create(contactForm({ name: "Dogs", namespace, enabled: false }));
    const list = async (query: object, token = forms.visitor) => {
      const r = Buffer.from(JSON.stringify({ namespace, ...query })).toString("base64url");
      return (await forms.call("GET", `${formsPath}?.r=${r}`, undefined, token)).body;
    };
    const namesIn = ({ forms: found }: { forms: { name: string }[] }) => found.map(({ name }) => name);
    const first = await list({ order: "NAME_ASC", paging: { limit: 2 } });
    expect([namesIn(first), first.pagingMetadata.hasNext]).toEqual([["Ants", "Bees"], true]);
    const second = await list({ paging: { cursor: first.pagingMetadata.cursors.next } });
    expect([namesIn(second), second.pagingMetadata.hasNext]).toEqual([["Cats"], false]);
    expect(namesIn(await list({ order: "NAME_DESC" }, forms.keys.read))).toEqual(["Dogs", "Cats", "Bees", "Ants"]);
    expect(namesIn(await list({ nameFilter: { filterType: "STARTS_WITH", name: "Be" } }))).toEqual(["Bees"]);
    const filter = { $and: [{ namespace }, { name: { $in: ["Ants", "Dogs"] } }] };
    const queried = await forms.call("POST", `${formsPath}/query`, { query: { filter } });
    expect(namesIn(queried.body).sort()).toEqual(["Ants", "Dogs"]);
    const counted = await forms.call("POST", `${formsPath}/count-by-filter`, { filter });
    expect(counted.body).toEqual({ count: 2 });
    expect(codeIn(await forms.call("GET", `${formsPath}?namespace=${namespace}&paging.cursor=x`))).toBe(
      "CURSOR_INVALID",
    );
  });

  it("are created, tagged and deleted in bulk, where one bad entry does not affect the others", async () => {
    const namespace = "forms.in.bulk";
    const bad = contactForm({ formFields: [textField("same"), textField("same")] });
    const { body } = await forms.call("POST", "/form-schema-service/v4/bulk/forms/create", {
      forms: [contactForm({ namespace }), bad],
      returnEntity: true,
    });
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
    const { id } = body.results[0].item;
    const tags = { assignTags: { tags: { tagIds: ["x", "y"] } }, unassignTags: { tags: { tagIds: ["y"] } } };
    await forms.call("POST", "/form-schema-service/v4/bulk/forms/update-tags-by-filter", {
      filter: { namespace },
      ...tags,
    });
    expect((await forms.call("GET", `${formsPath}/${id}`)).body.form.tags).toEqual({ tags: { tagIds: ["x"] } });
    const tagged = await forms.call("POST", `${formsPath}/query`, {
      query: { filter: { "tags.tags.tagIds": { $hasSome: ["x"] } } },
    });
    expect(tagged.body.forms).toMatchObject([{ id }]);
    const formIds = [id, randomUUID()];
    const deleted = await forms.call("POST", "/form-schema-service/v4/bulk/forms/delete", { formIds });
    expect(deleted.body.results.map((result: { itemMetadata: object }) => result.itemMetadata)).toMatchObject([
      { id, success: true },
      { id: formIds[1], success: false, error: { code: "FORM_NOT_FOUND" } },
    ]);
  });

  it("lose deleted fields with their values on request", async () => {
    const form = await forms.create();
    const { id } = await forms.submitted(form.id, { email: "ada@example.com", message: "Hello" });
    const [email, message] = form.formFields;
    await forms.call("PATCH", `${formsPath}/${form.id}`, { form: { revision: "1", formFields: [email] } });
    expect((await forms.call("GET", `${submissionsPath}/${id}`)).body.submission.submissions.message).toBe("Hello");
    const { body } = await forms.call("POST", `${formsPath}/fields/delete`, {
      formId: form.id,
      fieldsIds: [message!.id],
    });
    expect(body.form.deletedFormFields).toEqual([]);
    const { submission } = (await forms.call("GET", `${submissionsPath}/${id}`)).body;
    expect(submission.submissions).toEqual({ email: "ada@example.com" });
  });

  it("have extended fields by namespace", async () => {
    const { id } = await forms.create();
    const set = (namespace: string, namespaceData: object | null) =>
      forms.call("POST", `${formsPath}/${id}/extended-fields`, { namespace, namespaceData });
    await set("@a/crm", { list: "leads" });
    expect((await set("@b/x", { n: 1 })).body.form.extendedFields.namespaces).toEqual({
      "@a/crm": { list: "leads" },
      "@b/x": { n: 1 },
    });
    expect((await set("@a/crm", null)).body).toMatchObject({
      form: { extendedFields: { namespaces: { "@b/x": { n: 1 } } } },
      namespace: "@a/crm",
      namespaceData: null,
    });
  });
});

describe("definitions", () => {
  const [name, age] = [textField("name"), field("age", { inputType: "NUMBER" })];
  const id = randomUUID();
  const condition = { target: "name", operator: "EQUAL", value: "x" } as const;
  const pattern = (text: string) => textField("code", { validation: { pattern: text } });
  it.each<[string, object, string, RegExp]>([
    [
      "a repeated target",
      { formFields: [name, textField("name")] },
      "form.formFields.1.inputOptions.target",
      /"name" is the target/,
    ],
    ["a repeated id", { formFields: [name, { ...age, id: name.id }] }, "form.formFields.1.id", /another field/],
    [
      "an unknown field in a step",
      { formFields: [name], steps: [{ id, layout: { large: { items: [{ fieldId: id }] } } }] },
      "form.steps.0.layout.large.items.0.fieldId",
      /not the id of a field/,
    ],
    [
      "an unknown field in a rule",
      { formFields: [name], formRules: [rule("name", 1, age, "hide")] },
      "form.formRules.0.overrides.0.fieldOptions.fieldId",
      /not the id of a field/,
    ],
    [
      "an unknown target in a rule",
      { formFields: [age], formRules: [rule("name", 1, age, "hide")] },
      "form.formRules.0.expression.condition.target",
      /"name" is not the target/,
    ],
    [
      "an ambiguous condition",
      { formFields: [name], formRules: [{ id, expression: { condition, and: { conditions: [{ condition }] } } }] },
      "form.formRules.0.expression",
      /one of and, or, condition/,
    ],
    [
      "options of another type",
      { formFields: [{ ...age, inputOptions: { ...age.inputOptions, stringOptions: {} } }] },
      "form.formFields.0.inputOptions.stringOptions",
      /does not belong/,
    ],
    [
      "an invalid pattern",
      { formFields: [pattern("(")] },
      "form.formFields.0.inputOptions.stringOptions.validation.pattern",
      /regular expression/,
    ],
    [
      "a pattern with a lookahead",
      { formFields: [pattern("(?=a)b")] },
      "form.formFields.0.inputOptions.stringOptions.validation.pattern",
      /lookaround/,
    ],
    [
      "inverted limits",
      { formFields: [textField("x", { validation: { minLength: 3, maxLength: 2 } })] },
      "form.formFields.0.inputOptions.stringOptions.validation.minLength",
      /greater than/,
    ],
    [
      "a deadline before the opening",
      { limitationRule: { dateTimeOpening: "2030-01-02T00:00:00Z", dateTimeDeadline: "2030-01-01T00:00:00Z" } },
      "form.limitationRule.dateTimeDeadline",
      /after/,
    ],
    [
      "a script as the target of a redirect",
      { submitSettings: { redirectOptions: { redirectUrl: "javascript:alert(1)" } } },
      "form.submitSettings.redirectOptions.redirectUrl",
      /http/,
    ],
    [
      "a confirmation to a field without an email",
      { formFields: [name], notifications: { confirmationTarget: "name" } },
      "form.notifications.confirmationTarget",
      /EMAIL/,
    ],
    [
      "products without a price",
      { formFields: [field("pay", { inputType: "PAYMENT", paymentOptions: { validation: { products: [{ id }] } } })] },
      "form.formFields.0.inputOptions.paymentOptions.validation.products.0.fixedPriceOptions.price",
      /price/,
    ],
    [
      "an invalid document",
      { disabledFormMessage: { nodes: [{ type: 1 }] } },
      "form.disabledFormMessage.nodes.0.type",
      /type/,
    ],
    ["a field without options", { formFields: [{ id, fieldType: "INPUT" }] }, "form.formFields.0", /inputOptions/],
    [
      "a component of another type",
      { formFields: [textField("x", { componentType: "CHECKBOX" as never })] },
      "form.formFields.0.inputOptions.stringOptions.componentType",
      /./,
    ],
  ])("with %s are rejected", async (_, form, path, message) => {
    const response = await forms.call("POST", formsPath, { form: { name: "Bad", ...form } });
    expect([response.status, violationsIn(response)]).toEqual([400, [[path, expect.stringMatching(message)]]]);
  });

  it("keep the target of a field and the namespace of a form", async () => {
    const form = await forms.create();
    const [email] = form.formFields;
    const renamed = { ...email, inputOptions: { ...email!.inputOptions, target: "mail" } };
    const path = `${formsPath}/${form.id}`;
    const response = await forms.call("PATCH", path, { form: { revision: "1", formFields: [renamed] } });
    expect(violationsIn(response)).toEqual([
      ["form.formFields.0.inputOptions.target", expect.stringContaining("email")],
    ]);
    const moved = await forms.call("PATCH", path, { form: { revision: "1", namespace: "another.namespace" } });
    expect(violationsIn(moved)).toEqual([["form.namespace", "cannot be changed"]]);
  });
});

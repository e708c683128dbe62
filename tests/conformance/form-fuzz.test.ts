import { randomUUID } from "node:crypto";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { contactForm, field, rule, textField } from "../../packages/server/test/forms/forms.ts";
import { createDraw, insides, type Living, readOperations, sendMade, spoiled, toJson } from "./fuzz.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Fuzz", role: "editor" });
const visitor = await server.visitorToken();
const operations = await readOperations(server.url, ({ path }) => /^\/form-|\/v1\/forms\//.test(path));

const productId = randomUUID();
const options = { options: [{ value: "a", label: "A" }, { value: 1 }] };
const [kind, other] = [textField("kind"), textField("other")];
/** A form with every kind of field, a step and a rule. */
const wholeForm = contactForm({
  formFields: [
    kind,
    other,
    textField("email", { validation: { format: "EMAIL", pattern: ".@.", maxLength: 100 } }),
    textField("date", { validation: { format: "DATE", dateOptions: { minimum: "2000-01-01", maximum: "$now" } } }),
    field("choice", { stringOptions: { componentType: "DROPDOWN", dropdownOptions: options } }),
    field("number", {
      inputType: "NUMBER",
      numberOptions: { validation: { minimum: 0, maximum: 10, multipleOf: 0.5 } },
    }),
    field("rating", { inputType: "NUMBER", numberOptions: { componentType: "RATING_INPUT" } }),
    field("consent", { inputType: "BOOLEAN", booleanOptions: { componentType: "CHECKBOX" } }),
    field("many", {
      inputType: "ARRAY",
      arrayOptions: { componentType: "CHECKBOX_GROUP", checkboxGroupOptions: options },
    }),
    field("object", { inputType: "OBJECT", objectOptions: { validation: { properties: { a: { string: {} } } } } }),
    field("file", { inputType: "WIX_FILE", wixFileOptions: { componentType: "FILE_UPLOAD" } }),
    field("address", { inputType: "ADDRESS", addressOptions: { validation: { allowedCountries: ["GB"] } } }),
    field("pay", {
      inputType: "PAYMENT",
      paymentOptions: { validation: { products: [{ id: productId, fixedPriceOptions: { price: "1.50" } }] } },
    }),
  ],
  steps: [{ id: randomUUID(), layout: { large: { items: [{ fieldId: kind.id, row: 0 }] } } }],
  formRules: [rule("kind", "x", other, "require"), rule("kind", "y", other, "hide")],
  disabledFormMessage: { nodes: [{ type: "PARAGRAPH", id: "", nodes: [] }] },
});
const values = {
  kind: "x",
  other: "y",
  email: "ada@example.com",
  date: "2024-02-29",
  choice: "a",
  number: 1.5,
  rating: 3,
  consent: true,
  many: ["a", 1],
  object: { a: "b" },
  file: [],
  address: { country: "GB", city: "London" },
  pay: [{ productId, quantity: 2 }],
};

const post = (path: string, body: object, token = key) => server.call("POST", path, { token, body });

async function newForms(): Promise<Living> {
  const ids: string[] = [];
  for (let number = 0; number < 3; number++)
    ids.push((await post("/form-schema-service/v4/forms", { form: wholeForm })).body.form.id);
  const submissions: string[] = [];
  for (const formId of ids) {
    const submission = { formId, submissions: values };
    submissions.push(
      (await post("/form-submission-service/v4/submissions", { submission }, visitor)).body.submission.id,
    );
  }
  await server.call("DELETE", `/form-schema-service/v4/forms/${ids[2]}`, { token: key });
  await server.call("DELETE", `/form-submission-service/v4/submissions/${submissions[1]}`, { token: key });
  return {
    formId: ids,
    formIds: ids,
    submissionId: submissions,
    submissionIds: submissions,
    ids: submissions,
    id: [...ids, ...submissions],
    fieldId: [kind.id],
    fieldIds: [kind.id],
    revision: ["1", "2"],
    namespace: ["wix.form_app.form"],
    target: ["kind", "email"],
  };
}

function expectEnvelope(status: number, text: string, description: string): void {
  expect(status, description).toBeLessThan(500);
  if (status === 200) return;
  expect(text, description).not.toMatch(insides);
  const { details } = JSON.parse(text) as { details: Record<string, unknown> };
  expect(["applicationError", "validationError"], description).toContain(Object.keys(details)[0]);
}

describe("random requests about forms receive responses in the envelope", () => {
  it.each(operations)("$method $path", async (operation) => {
    const draw = createDraw(operation.index + 1);
    let living = await newForms();
    for (let number = 1; number <= 60; number++) {
      if (number % 20 === 0) living = await newForms();
      const token = draw.chance() < 0.25 ? visitor : key;
      const { status, text, description } = await sendMade(server.url, operation, { draw, living, token });
      expectEnvelope(status, text, description);
    }
  });

  it("covers every route", () => expect(operations.length).toBe(52));

  it("also for almost valid forms and submissions", async () => {
    const draw = createDraw(7);
    const { formId } = await newForms();
    const submission = { formId: formId![0], submissions: values };
    for (let number = 0; number < 400; number++) {
      const [path, body] = draw.of([
        ["/form-schema-service/v4/forms", { form: wholeForm }],
        ["/form-submission-service/v4/submissions", { submission }],
        ["/form-submission-service/v4/submissions/validate", { submission }],
        [
          "/form-submission-service/v4/submissions/query",
          { query: { filter: { "submissions.number": { $gt: 1 } }, sort: [{ fieldName: "submissions.kind" }] } },
        ],
      ] as const);
      const text = toJson(spoiled(body, draw));
      const response = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { authorization: key, "content-type": "application/json" },
        body: text,
      });
      expectEnvelope(response.status, await response.text(), `${path} ${text}`);
    }
  });
});

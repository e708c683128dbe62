import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { forms, submissions } from "@porchlight/client/forms";
import { createTestClient, type FormFixture } from "@porchlight/client/testing";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { idOf, inputField } from "../browser/form-fixture.ts";
import { startServer } from "./running-server.ts";

/** Compares forms of the testing kit's stub with those of the real server. */
const server = await startServer();
const modules = { forms, submissions };
const { key: apiKey } = await createApiKey(server.context, { kind: "owner" }, { name: "Forms", role: "admin" });
const owner = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey }), modules });

const [dinner, gift] = [crypto.randomUUID(), crypto.randomUUID()];
const fixture = {
  name: "Book",
  formFields: [
    inputField("name", { kind: "line", label: "Name", required: true, validation: { minLength: 2, maxLength: 5 } }),
    inputField("code", {
      kind: "line",
      label: "Code",
      validation: { pattern: "^[A-Z]+$", errorMessages: { default: "Only capitals." } },
    }),
    inputField("email", { kind: "line", label: "Email", validation: { format: "EMAIL" } }),
    inputField("site", { kind: "line", label: "Website", validation: { format: "URL" } }),
    inputField("day", { kind: "date", label: "Day", validation: { format: "DATE" } }),
    inputField("guests", { kind: "number", label: "Guests", validation: { minimum: 1, maximum: 9 } }),
    inputField("stars", { kind: "rating", label: "Rating" }),
    inputField("kind", { kind: "radio", label: "Kind", choices: ["person", "company"] }),
    inputField("own", { kind: "radio", label: "Own", choices: ["a"], options: { customOption: {} } }),
    inputField("days", { kind: "checkboxes", label: "Days", choices: ["mo", "tu", "we"], validation: { maxItems: 2 } }),
    inputField("company", { kind: "line", label: "Company", hidden: true }),
    inputField("home", { kind: "address", label: "Home" }),
    inputField("plan", { kind: "file", label: "Plan" }),
    inputField("sign", { kind: "signature", label: "Signature" }),
    inputField("consent", { kind: "checkbox", label: "I agree." }),
    inputField("source", { kind: "line", label: "Source", hidden: true }),
    inputField("extras", {
      kind: "products",
      label: "Extras",
      validation: {
        products: [
          {
            id: dinner,
            priceType: "FIXED_PRICE",
            fixedPriceOptions: { price: "12.50" },
            quantityLimit: { minimum: 1, maximum: 4 },
          },
          { id: gift, priceType: "DYNAMIC_PRICE", dynamicPriceOptions: { minPrice: "1", maxPrice: "50" } },
        ],
      },
    }),
  ],
  formRules: [
    {
      id: idOf("companies"),
      expression: { condition: { target: "kind", operator: "EQUAL", value: "company" } },
      overrides: [
        {
          entityType: "FIELD",
          fieldOptions: {
            fieldId: idOf("company"),
            hiddenOptions: { hidden: false },
            requiredOptions: { required: true },
          },
        },
      ],
    },
  ],
};

const form = await owner.fetch("/form-schema-service/v4/forms", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ form: fixture }),
});
const { id: formId } = ((await form.json()) as { form: { id: string } }).form;
const { client } = createTestClient({ modules, forms: [{ ...(fixture as unknown as FormFixture), id: formId }] });
const sides = [
  createClient({ host: server.url, auth: OAuthStrategy({ clientId: server.clientId }), modules }),
  client,
] as const;

/** What a side does with values: the errors, or the stored values with status and amount. */
async function submit({ submissions: calls }: typeof client, values: Record<string, unknown>): Promise<unknown> {
  const { valid, violationErrors = [] } = await calls.validateFormSubmission({ formId, submissions: values });
  const found = violationErrors.flatMap(({ submissionValidationErrors: { errors } }) => errors);
  const sent = await calls.createSubmission({ formId, submissions: values }).catch((error: unknown) => error as Error);
  if (!valid) {
    expect(sent).toMatchObject({ kind: "invalid", code: "INVALID_ARGUMENT" });
    return found;
  }
  const { status, orderDetails, ...submission } = sent as Awaited<ReturnType<typeof calls.createSubmission>>;
  return {
    values: submission.submissions,
    status,
    amount: orderDetails?.itemSubtotal,
    currency: orderDetails?.currency,
  };
}

describe("forms of the stub, compared with the server", () => {
  it.each<Record<string, unknown>>([
    { name: "Ada" },
    {},
    { name: "" },
    { name: "A" },
    { name: "Ada Lovelace" },
    { name: 1 },
    { name: "Ada", other: 1 },
    { name: "Ada", code: "abc" },
    { name: "Ada", code: "ABC", email: "ada@example.com", site: "https://example.com", day: "2028-02-29" },
    { name: "Ada", email: "ada", site: "example.com", day: "2027-02-29" },
    { name: "Ada", guests: 0 },
    { name: "Ada", guests: 10 },
    { name: "Ada", guests: "2" },
    { name: "Ada", stars: 5 },
    { name: "Ada", stars: 6 },
    { name: "Ada", stars: 2.5 },
    { name: "Ada", kind: "robot" },
    { name: "Ada", kind: "company" },
    { name: "Ada", kind: "company", company: "ACME" },
    { name: "Ada", kind: "person", company: "ACME" },
    { name: "Ada", own: "anything" },
    { name: "Ada", days: ["mo", "we"] },
    { name: "Ada", days: ["mo", "tu", "we"] },
    { name: "Ada", days: ["su"] },
    { name: "Ada", days: "mo" },
    { name: "Ada", home: { country: "DE", city: "Köln" } },
    { name: "Ada", home: { country: "Germany" } },
    { name: "Ada", home: "Köln" },
    { name: "Ada", plan: [{ fileId: "unknown.png" }] },
    { name: "Ada", plan: "a.png" },
    { name: "Ada", sign: "Ada L." },
    { name: "Ada", consent: true },
    { name: "Ada", consent: "on" },
    { name: "Ada", source: "flyer" },
    { name: "Ada", extras: [{ productId: dinner, quantity: 2, price: "0.01" }] },
    { name: "Ada", extras: [{ productId: dinner }, { productId: gift, price: "7.5" }] },
    { name: "Ada", extras: [{ productId: dinner, quantity: 5 }] },
    { name: "Ada", extras: [{ productId: gift, price: "51" }] },
    { name: "Ada", extras: [{ productId: gift }] },
    { name: "Ada", extras: [{ productId: "x" }] },
  ])("have the same result for %j", async (values) => {
    const [expected, actual] = [await submit(sides[0], values), await submit(sides[1], values)];
    expect(actual).toEqual(expected);
  });
});

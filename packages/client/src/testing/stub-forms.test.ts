import { areaDocs } from "@porchlight/contract/docs";
import { describe, expect, it } from "vitest";
import { forms, submissions } from "../forms/index.ts";
import { redirects } from "../redirects/index.ts";
import { createTestClient, type FormFixture } from "./index.ts";

const ada = { email: "ada@example.com" };
const formId = "22222222-2222-4222-8222-222222222222";
const text = (target: string, validation: object = {}, more: object = {}) => ({
  fieldType: "INPUT" as const,
  inputOptions: {
    target,
    inputType: "STRING" as const,
    stringOptions: { componentType: "TEXT_INPUT" as const, validation, textInputOptions: { label: target } },
    ...more,
  },
});
const company = { ...text("company"), id: "11111111-1111-4111-8111-111111111111", hidden: true };
const gift = "33333333-3333-4333-8333-333333333333";
/** A form with a rule: companies state their name. */
const order: FormFixture = {
  id: formId,
  name: "Order",
  formFields: [
    text("email", { format: "EMAIL", errorMessages: { default: "Check your email address." } }, { required: true }),
    {
      fieldType: "INPUT",
      inputOptions: {
        target: "kind",
        inputType: "STRING",
        stringOptions: {
          componentType: "RADIO_GROUP",
          radioGroupOptions: { options: [{ value: "person" }, { value: "company" }] },
        },
      },
    },
    company,
    {
      fieldType: "INPUT",
      inputOptions: {
        target: "guests",
        inputType: "NUMBER",
        numberOptions: { componentType: "NUMBER_INPUT", validation: { minimum: 1, maximum: 9 } },
      },
    },
    { fieldType: "INPUT", inputOptions: { target: "plan", inputType: "WIX_FILE" } },
    {
      fieldType: "INPUT",
      inputOptions: {
        target: "gift",
        inputType: "PAYMENT",
        paymentOptions: {
          validation: { products: [{ id: gift, priceType: "FIXED_PRICE", fixedPriceOptions: { price: "12.50" } }] },
        },
      },
    },
  ],
  formRules: [
    {
      expression: { condition: { target: "kind", operator: "EQUAL", value: "company" } },
      overrides: [
        {
          entityType: "FIELD",
          fieldOptions: {
            fieldId: company.id,
            hiddenOptions: { hidden: false },
            requiredOptions: { required: true },
          },
        },
      ],
    },
  ],
};
const modules = { forms, submissions, redirects };
const connect = (form: FormFixture = order, signedInAs?: string) =>
  createTestClient({ modules, members: [ada], forms: [form], ...(signedInAs && { signedInAs }) });

/** `tests/conformance/testing-kit-forms.test.ts` compares the checks of values with those of the server. */
describe("forms of the stub", () => {
  it("are read and submitted by visitors, who query their own submissions", async () => {
    const { client, stub } = connect();
    const form = await client.forms.getForm(formId);
    expect(form).toMatchObject({ _id: formId, name: "Order", enabled: true, currency: "EUR" });
    const values = { email: "ada@example.com", guests: 2 };
    const submission = await client.submissions.createSubmission({ formId, submissions: values });
    expect(submission).toMatchObject({ status: "CONFIRMED", submissions: values, seen: false });
    expect(await client.submissions.getSubmission(submission._id)).toEqual(submission);
    expect(stub.submissions).toMatchObject([{ id: submission._id, submissions: values }]);
    await client.submissions.createSubmission({ formId, submissions: { email: "ada@example.com", guests: 3 } });
    const page = await client.submissions.querySubmission({ filter: { formId }, cursorPaging: { limit: 1 } });
    expect(page.submissions).toMatchObject([{ submissions: { guests: 3 } }]);
    const { next: cursor } = page.metadata.cursors;
    const rest = await client.submissions.querySubmission({ cursorPaging: { cursor: cursor! } });
    expect(rest).toMatchObject({ submissions: [{ submissions: { guests: 2 } }], metadata: { hasNext: false } });
    const query = client.submissions.querySubmissionsByNamespace().eq("formId", formId).eq("submissions.guests", 3);
    expect((await query.find()).items).toHaveLength(1);
  });

  it("report the form's own message, and drop values of fields that a rule hides", async () => {
    const { client } = connect();
    const invalid = client.submissions.createSubmission({ formId, submissions: { email: "ada" } });
    await expect(invalid).rejects.toThrow("Check your email address.");
    const { submissions: values } = await client.submissions.createSubmission({
      formId,
      submissions: { email: "a@b.co", kind: "person", company: "ACME" },
    });
    expect(values).toEqual({ email: "a@b.co", kind: "person" });
  });

  it("store a repeated submission once", async () => {
    const { client, stub } = connect();
    const send = () => client.submissions.createSubmission({ formId, submissions: { email: "a@b.co" } });
    expect((await send())._id).toBe((await send())._id);
    expect(stub.submissions).toHaveLength(1);
  });

  it("take files, and wait for payments", async () => {
    const { client, stub } = connect(order, ada.email);
    const file = new File([new Uint8Array([137, 80, 78, 71])], "plan.png", { type: "image/png" });
    const plan = await client.submissions.uploadFile(formId, file);
    const { _id, ...submission } = await client.submissions.createSubmission({
      formId,
      submissions: { email: "a@b.co", plan: [{ fileId: plan.fileId }], gift: [{ productId: gift, quantity: 2 }] },
    });
    expect(submission).toMatchObject({
      status: "PAYMENT_WAITING",
      submissions: { plan: [{ displayName: "plan.png" }], gift: [{ productId: gift, quantity: 2, price: "12.50" }] },
      orderDetails: { itemSubtotal: "25.00", currency: "EUR" },
    });
    const { checkoutId } = submission.orderDetails!;
    const { redirectSession } = await client.redirects.createRedirectSession({ ecomCheckout: { checkoutId } });
    expect(new URL(redirectSession.fullUrl).pathname).toBe("/checkout");
    stub.setSubmissionStatus(_id, "CONFIRMED");
    expect(await client.submissions.getSubmission(_id)).toMatchObject({ status: "CONFIRMED", revision: "2" });
    expect(() => stub.setSubmissionStatus("x", "CONFIRMED")).toThrow("no submission x");
    const { client: other } = connect();
    await expect(other.submissions.getSubmission(_id)).rejects.toMatchObject({ code: "SUBMISSION_NOT_FOUND" });
  });

  it.each([
    [{ enabled: false }, "DISABLED"],
    [{ limitationRule: { dateTimeDeadline: "2020-01-01T00:00:00.000Z" } }, "DEADLINE"],
    [{ limitationRule: { dateTimeOpening: "2999-01-01T00:00:00.000Z" } }, "NOT_OPEN_YET"],
    [{ limitationRule: { maxAllowedSubmissions: 0 } }, "LIMIT"],
    [{ limitationRule: { submissionLimitPerUser: 0 } }, "LIMIT_PER_USER"],
  ])("reject submissions while they are closed: %j", async (closed, reason) => {
    const { client } = connect({ ...order, ...closed });
    const sent = client.submissions.createSubmission({ formId, submissions: { email: "a@b.co" } });
    const data = expect.objectContaining({ errorType: "DISABLED_FORM_ERROR", params: { reason } });
    await expect(sent).rejects.toMatchObject({ details: { validationError: { fieldViolations: [{ data }] } } });
  });

  it("respond as the API description says", async () => {
    const { client } = connect();
    const expectDescribed = async (name: string, path: string, body?: object) => {
      const response = await client.fetch(path, body && { method: "POST", body: JSON.stringify(body) });
      const schema = areaDocs.map(({ docs }) => docs[name]?.response.schema).find((found) => found);
      const answer = await response.json();
      expect(schema?.parse(answer)).toEqual(answer);
    };
    const path = "/form-submission-service/v4/submissions";
    const submission = { formId, submissions: { email: "a@b.co", gift: [{ productId: gift }] } };
    await expectDescribed("getForm", `/form-schema-service/v4/forms/${formId}`);
    await expectDescribed("createSubmission", path, { submission });
    await expectDescribed("validateFormSubmission", `${path}/validate`, { submission: { formId, submissions: {} } });
    await expectDescribed("querySubmission", `${path}/query`, { query: {} });
    await expectDescribed("getMediaUploadUrl", `${path}/media-upload-url`, { formId, filename: "a.png" });
  });
});

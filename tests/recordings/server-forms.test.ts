import { randomUUID } from "node:crypto";
import type { Form } from "@porchlight/contract/forms/form";
import { describe, expect, it } from "vitest";
import { createFormsClient, field, textField } from "../../packages/server/test/forms/forms.ts";
import { createTestServer } from "../../packages/server/test/test-server.ts";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, readRecordings } from "./recording.ts";

/** The server's half of the recordings of forms; see `server.test.ts`. */
const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);

const [recordedForm, recordedSubmission] = [
  "22222222-2222-4222-8222-222222222222",
  "11111111-1111-4111-8111-111111111111",
];

/** Accepts the values of every recorded submission. */
const form: Form = await forms.create({
  name: "Contact",
  formFields: [
    textField(
      "email",
      { validation: { format: "EMAIL" }, textInputOptions: { label: "Email", showLabel: true } },
      { pii: true, required: false },
    ),
    field("n", { inputType: "NUMBER" }),
    textField("when", { validation: { format: "DATE_TIME" } }),
    textField("id"),
    field("a", { inputType: "NUMBER" }),
    field("file", { inputType: "WIX_FILE" }),
  ],
  steps: [{ id: "s1", name: "p", layout: { large: { items: [] } } }],
});
const { access_token: member } = await server.signIn();
const submit = (values: object) =>
  forms.submitted(form.id, values, { token: member, more: { additionalMetadata: { idempotencyKey: randomUUID() } } });

function recorded(name: string) {
  const recording = readRecordings("forms").find((candidate) => candidate.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in forms.`);
  return exchange;
}

/** Replays a recorded request with the ids of existing entities. */
async function replayed(name: string, { token = forms.keys.admin, submissionId = "" } = {}) {
  const { request, cannedResponse } = recorded(name);
  const withIds = (text: string) =>
    text.replaceAll(recordedForm!, form.id).replaceAll(recordedSubmission!, submissionId);
  const response = await server.call(request.method, withIds(`${request.path}?${request.query}`), {
    token,
    ...(request.body !== undefined && { body: withIds(JSON.stringify(request.body)) }),
  });
  return { response, recordedBody: cannedResponse.body };
}

/** Values have keys of the site's own. Layouts are returned as they were sent, and no declaration has `sections`. */
const siteKeys = { submissions: ["email"], large: ["items"] };

const calls = {
  ofOneSubmission: ["getSubmission", "updateSubmission", "confirmSubmission"],
  withEqualResponses: ["deleteSubmission", "bulkMarkSubmissionsAsSeen"],
  withEqualShapes: [
    "querySubmissionsByNamespace builder",
    "querySubmission",
    "searchSubmissionsByNamespace",
    "countSubmissions",
    "countSubmissionsByFilter",
    "bulkDeleteSubmission",
    "getMediaUploadUrl",
    "getForm",
    "queryForms",
    "getFormSummary",
  ],
  others: ["createSubmission", "listForms", "validateFormSubmission"],
  /** Listed in docs/reference/forms.md, "Differences from the hosted platform". */
  withDifferences: ["createSubmission validation failure"],
};

describe("recordings of forms, server half", () => {
  it("are all replayed", () => {
    const replayedNames = Object.values(calls).flat();
    expect(
      readRecordings("forms")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(replayedNames.sort());
  });

  it("createSubmission", async () => {
    const { response, recordedBody } = await replayed("createSubmission", { token: member });
    expect(response.status).toBe(200);
    expectRecordedShape(response.body, recordedBody, siteKeys);
    expect(response.body.submission.submissions).toEqual({
      email: "a@b.co",
      n: 1,
      when: "2024-05-06T07:08:09.123Z",
      id: "x",
    });
  });

  it.each(calls.ofOneSubmission)("%s", async (name) => {
    const { id: submissionId } = await submit({ email: "a@b.co" });
    const { response, recordedBody } = await replayed(name, { submissionId });
    expect(response.status).toBe(200);
    expectRecordedShape(response.body, recordedBody, siteKeys);
  });

  it.each(calls.withEqualResponses)("%s", async (name) => {
    const { id: submissionId } = await submit({ email: "a@b.co" });
    const { response, recordedBody } = await replayed(name, { submissionId });
    expect([response.status, response.body]).toEqual([200, recordedBody]);
  });

  it.each(calls.withEqualShapes)("%s", async (name) => {
    const { id: submissionId } = await submit({ email: "x@b.co" });
    // One page and a rest.
    if (name.endsWith("builder"))
      for (let number = 0; number < 5; number++) await submit({ email: "x@b.co", n: number });
    const { response, recordedBody } = await replayed(name, { submissionId });
    expect([response.status, JSON.stringify(response.body)]).toEqual([200, expect.any(String)]);
    expectRecordedShape(response.body, recordedBody, siteKeys);
  });

  it("listForms, with a cursor of this server", async () => {
    const { request, cannedResponse } = recorded("listForms");
    // Cursors are signed; the recorded one is made up.
    expect((await server.call("GET", `${request.path}?${request.query}`, { token: member })).status).toBe(400);
    const parameters = { namespace: "wix.form_app.form", order: "CREATED_DATE_DESC", paging: { limit: 2 } };
    const r = Buffer.from(JSON.stringify(parameters)).toString("base64url");
    const { status, body } = await server.call("GET", `${request.path}?.r=${r}`, { token: member });
    expect(status).toBe(200);
    expectRecordedShape(body, cannedResponse.body, siteKeys);
  });

  it("validateFormSubmission", async () => {
    const { response, recordedBody } = await replayed("validateFormSubmission", { token: member });
    expect([response.status, response.body]).toEqual([200, recordedBody]);
  });

  it("createSubmission validation failure, as a validation error", async () => {
    const [email] = form.formFields;
    const required = { ...email!, inputOptions: { ...email!.inputOptions!, required: true } };
    const other = await forms.create({ formFields: [required] });
    const { request } = recorded("createSubmission validation failure");
    const body = JSON.stringify(request.body).replaceAll(recordedForm!, other.id);
    const response = await server.call("POST", request.path, { token: member, body });
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations).toMatchObject([
      { ruleName: "SUBMISSION_VALIDATION", data: { errorPath: "email", errorType: "REQUIRED_VALUE_ERROR" } },
    ]);
  });
});

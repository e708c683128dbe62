import { describe, expect, it } from "vitest";
import { codeIn, contactForm, createFormsClient, errorsIn, submissionsPath } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const forms = await createFormsClient(server);
const query = (filter: object, token?: string, more = {}) =>
  forms.call("POST", `${submissionsPath}/query`, { query: { filter }, ...more }, token);

describe("submissions", () => {
  it("are stored for visitors and listed for API keys", async () => {
    const form = await forms.create();
    const submission = await forms.submitted(form.id, { email: "ada@example.com", message: "Hello" });
    expect(submission).toMatchObject({
      formId: form.id,
      namespace: "wix.form_app.form",
      status: "CONFIRMED",
      submissions: { email: "ada@example.com", message: "Hello" },
      submitter: { visitorId: expect.any(String) },
      seen: false,
      revision: "1",
    });
    const { status, body } = await query({ formId: form.id });
    expect(status).toBe(200);
    expect(body.submissions).toMatchObject([submission]);
    expect(body.metadata).toEqual({ count: 1, cursors: {}, hasNext: false });
  });

  it("are rejected with the rule SUBMISSION_VALIDATION, and nothing is stored", async () => {
    const form = await forms.create();
    const response = await forms.submit(form.id, { email: "nobody", other: 1 });
    expect(response.status).toBe(400);
    expect(errorsIn(response)).toEqual([
      ["other", "UNKNOWN_VALUE_ERROR"],
      ["email", "FORMAT_ERROR"],
    ]);
    expect(response.body.details.validationError.fieldViolations[1]).toMatchObject({
      field: "submission.submissions.email",
      ruleName: "SUBMISSION_VALIDATION",
    });
    expect((await query({ formId: form.id })).body.submissions).toEqual([]);
    expect(codeIn(await forms.submit("11111111-1111-4111-8111-111111111111", {}))).toBe("FORM_NOT_FOUND");
  });

  it("are stored once for repeated and concurrent requests of one visitor", async () => {
    const form = await forms.create();
    const values = { email: "ada@example.com", message: "Once" };
    const all = await Promise.all(Array.from({ length: 5 }, () => forms.submitted(form.id, values)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const other = await forms.submitted(form.id, values, { token: await server.visitorToken() });
    const again = await forms.submitted(form.id, values, { more: { additionalMetadata: { idempotencyKey: "k" } } });
    expect(new Set([all[0]!.id, other.id, again.id]).size).toBe(3);
    server.advance(11 * 60_000);
    const later = { token: await server.visitorToken() };
    expect((await query({ formId: form.id }, forms.keys.read)).body.metadata.count).toBe(3);
    await forms.submitted(form.id, values, later);
    expect((await query({ formId: form.id })).body.metadata.count).toBe(4);
  });

  it("of programs are stored for each person, even with equal values", async () => {
    const form = await forms.create();
    const values = { email: "ada@example.com", message: "Five stars" };
    const both = [1, 2].map(() => forms.submitted(form.id, values, { token: forms.keys.admin }));
    const [first, second] = await Promise.all(both);
    expect(first!.id).not.toBe(second!.id);
  });

  it("cannot be filtered by the owner's tags, except by API keys", async () => {
    const form = await forms.create();
    const filter = { formId: form.id, "tags.tags.tagIds": { $hasSome: ["fraud"] } };
    expect((await query(filter, await server.visitorToken())).status).toBe(400);
    expect((await query(filter)).status).toBe(200);
  });

  it("are visible to their submitter and to API keys only", async () => {
    const form = await forms.create();
    const [ada, bob] = [await server.signIn(), await server.signIn()];
    const { id } = await forms.submitted(form.id, { email: "ada@example.com" }, { token: ada.access_token });
    const path = `${submissionsPath}/${id}`;
    for (const token of [ada.access_token, forms.keys.read, forms.keys.editor, forms.keys.admin])
      expect((await forms.call("GET", path, undefined, token)).body.submission.id).toBe(id);
    for (const token of [bob.access_token, forms.visitor])
      expect(codeIn(await forms.call("GET", path, undefined, token))).toBe("SUBMISSION_NOT_FOUND");
    expect((await query({}, ada.access_token)).body.submissions).toHaveLength(1);
    expect((await query({ formId: form.id }, bob.access_token)).body.submissions).toEqual([]);
    expect((await query({ formId: form.id }, forms.keys.editor, { onlyYourOwn: true })).body.submissions).toEqual([]);
  });

  it("are not accepted by closed and full forms", async () => {
    const reasonOf = async (form: object, values = { email: "ada@example.com" }, count = 0) => {
      const { id } = await forms.create(contactForm(form));
      for (let index = 0; index < count; index++) await forms.submitted(id, { email: `a${index}@example.com` });
      const response = await forms.submit(id, values);
      expect(errorsIn(response)).toEqual([["", "DISABLED_FORM_ERROR"]]);
      return response.body.details.validationError.fieldViolations[0].data.params.reason;
    };
    const at = (ms: number) => new Date(server.context.now().getTime() + ms).toISOString();
    expect(await reasonOf({ enabled: false })).toBe("DISABLED");
    expect(await reasonOf({ limitationRule: { dateTimeOpening: at(60_000) } })).toBe("NOT_OPEN_YET");
    expect(await reasonOf({ limitationRule: { dateTimeDeadline: at(-60_000) } })).toBe("DEADLINE");
    expect(await reasonOf({ limitationRule: { maxAllowedSubmissions: 2 } }, undefined, 2)).toBe("LIMIT");
    expect(await reasonOf({ limitationRule: { submissionLimitPerUser: 1 } }, undefined, 1)).toBe("LIMIT_PER_USER");
  });

  it("do not exceed the limit of a form when they are concurrent", async () => {
    const { id } = await forms.create(contactForm({ limitationRule: { maxAllowedSubmissions: 3 } }));
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => forms.submit(id, { email: `a${index}@example.com` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await query({ formId: id })).body.metadata.count).toBe(3);
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { codeIn, contactForm, createFormsClient, errorsIn, submissionsPath } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { deleteMember } from "../../auth/account/delete-member.ts";
import { deleteExpired } from "../../platform/jobs/cleanup-store.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const bulkPath = "/form-submission-service/v4/bulk/submissions";
const form = await forms.create();
const add = (email: string, more: object = {}) =>
  forms.submitted(form.id, { email }, { more: { additionalMetadata: { idempotencyKey: randomUUID() }, ...more } });
const pathOf = ({ id }: { id: string }) => `${submissionsPath}/${id}`;
const get = async (submission: { id: string }) => (await forms.call("GET", pathOf(submission))).body.submission;

describe("a submission", () => {
  it("is updated with its revision, and its values are validated", async () => {
    const submission = await add("ada@example.com");
    const update = (change: object) => forms.call("PATCH", pathOf(submission), { submission: change });
    const { body } = await update({ revision: "1", submissions: { message: "Hello" } });
    expect(body.submission).toMatchObject({
      revision: "2",
      submissions: { email: "ada@example.com", message: "Hello" },
    });
    expect(codeIn(await update({ revision: "1", submissions: { message: "Bye" } }))).toBe("SUBMISSION_CHANGED");
    expect(errorsIn(await update({ revision: "2", submissions: { email: null } }))).toEqual([
      ["email", "REQUIRED_VALUE_ERROR"],
    ]);
    expect((await update({ revision: "2", submissions: { message: null } })).body.submission.submissions).toEqual({
      email: "ada@example.com",
    });
    expect((await update({ revision: "3", formId: randomUUID() })).status).toBe(400);
    expect(
      (await update({ revision: "3", seen: true, tags: { tags: { tagIds: ["b", "a"] } } })).body.submission,
    ).toMatchObject({ seen: true, tags: { tags: { tagIds: ["a", "b"] } } });
  });

  it("is confirmed, and no status goes back", async () => {
    const pending = await forms.call(
      "POST",
      submissionsPath,
      { submission: { formId: form.id, submissions: { email: "p@example.com" }, status: "PENDING" } },
      forms.visitor,
    );
    const { submission } = pending.body;
    expect(submission.status).toBe("PENDING");
    expect(codeIn(await forms.call("POST", `${pathOf(submission)}/confirm`, {}, forms.visitor))).toBe("NOT_ALLOWED");
    for (let time = 0; time < 2; time++)
      expect((await forms.call("POST", `${pathOf(submission)}/confirm`, {})).body.submission).toMatchObject({
        status: "CONFIRMED",
        revision: "2",
      });
    for (const status of ["PENDING", "PAYMENT_WAITING", "PAYMENT_CANCELED"]) {
      const response = await forms.call("PATCH", pathOf(submission), { submission: { revision: "2", status } });
      expect([response.status, codeIn(response)]).toEqual([409, "SUBMISSION_STATUS_CONFLICT"]);
    }
  });

  it("cannot be created with another status or with data of the server", async () => {
    const response = await forms.call(
      "POST",
      submissionsPath,
      {
        submission: {
          id: randomUUID(),
          formId: form.id,
          submissions: { email: "s@example.com" },
          status: "PAYMENT_CANCELED",
          seen: true,
          revision: "7",
          submitter: { memberId: randomUUID() },
          tags: { tags: { tagIds: ["x"] } },
          extendedFields: { namespaces: { a: { b: 1 } } },
        },
      },
      forms.visitor,
    );
    expect(response.body.submission).toMatchObject({ status: "CONFIRMED", seen: false, revision: "1" });
    const stored = await get(response.body.submission);
    expect([stored.tags, stored.extendedFields]).toEqual([undefined, { namespaces: {} }]);
    expect(stored.submitter).toEqual({ visitorId: expect.any(String) });
  });

  it("moves to the trash bin and back, and is removed", async () => {
    const submission = await add("trash@example.com");
    expect((await forms.call("DELETE", pathOf(submission))).body).toEqual({});
    expect(codeIn(await forms.call("GET", pathOf(submission)))).toBe("SUBMISSION_NOT_FOUND");
    const trash = `${submissionsPath}/trash-bin`;
    const listed = await forms.call("GET", `${trash}?formId=${form.id}`);
    expect(listed.body.submissions).toMatchObject([{ id: submission.id }]);
    expect((await forms.call("POST", `${trash}/count`, { formIds: [form.id] })).body).toEqual({
      formsDeletedSubmissionsCount: [{ formId: form.id, totalCount: 1 }],
    });
    expect((await forms.call("GET", `${trash}/${submission.id}`)).body.submission.id).toBe(submission.id);
    expect((await forms.call("POST", `${trash}/${submission.id}/restore`, {})).status).toBe(200);
    expect((await get(submission)).id).toBe(submission.id);
    await forms.call("DELETE", pathOf(submission));
    expect((await forms.call("DELETE", `${trash}/${submission.id}`)).body).toEqual({});
    expect(codeIn(await forms.call("DELETE", `${trash}/${submission.id}`))).toBe("SUBMISSION_NOT_FOUND");
    const other = await add("permanent@example.com");
    await forms.call("DELETE", `${pathOf(other)}?permanent=true`);
    expect(codeIn(await forms.call("GET", `${trash}/${other.id}`))).toBe("SUBMISSION_NOT_FOUND");
  });

  it("is shown as text with the labels of the form", async () => {
    const submission = await forms.submitted(form.id, { message: "Hi", email: "text@example.com" });
    const { body } = await forms.call("GET", `${pathOf(submission)}/formatted`);
    expect(body).toEqual({
      submissionId: submission.id,
      submissions: [
        { key: "email", label: "email", value: "text@example.com", fieldId: form.formFields[0]?.id },
        { key: "message", label: "message", value: "Hi", fieldId: form.formFields[1]?.id },
      ],
    });
  });
});

describe("submissions", () => {
  it("are counted, seen and tagged by form", async () => {
    const { id: formId } = await forms.create();
    const [first, second] = [
      await forms.submitted(formId, { email: "a@example.com" }),
      await forms.submitted(formId, { email: "b@example.com" }),
    ];
    const count = async () =>
      (
        await forms.call("POST", `${submissionsPath}/count`, {
          formIds: [formId],
          namespace: "wix.form_app.form",
          statuses: ["CONFIRMED"],
        })
      ).body.formsSubmissionsCount;
    expect(await count()).toEqual([{ formId, totalCount: 2, unseenCount: 2 }]);
    await forms.call("POST", `${bulkPath}/mark-as-seen`, { ids: [first.id], formId });
    expect(await count()).toEqual([{ formId, totalCount: 2, unseenCount: 1 }]);
    await forms.call("POST", `${bulkPath}/mark-as-seen`, { formId });
    expect(await count()).toEqual([{ formId, totalCount: 2, unseenCount: 0 }]);
    const tags = { assignTags: { tags: { tagIds: ["vip"] } } };
    const tagged = await forms.call("POST", `${bulkPath}/update-tags`, {
      submissionIds: [first.id, randomUUID()],
      ...tags,
    });
    expect(tagged.body.bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
    await forms.call("POST", `${bulkPath}/update-tags-by-filter`, {
      filter: { "submissions.email": "b@example.com" },
      ...tags,
    });
    expect((await get(second)).tags).toEqual({ tags: { tagIds: ["vip"] } });
    const byFilter = await forms.call("POST", `${submissionsPath}/count-by-filter`, {
      filter: { formId, "tags.tags.tagIds": { $hasSome: ["vip"] } },
    });
    expect(byFilter.body.formsSubmissionsCount).toEqual([{ formId, totalCount: 2, unseenCount: 0 }]);
    const removed = await forms.call("POST", `${bulkPath}/delete`, { formId, permanent: true });
    expect(removed.body.bulkActionMetadata.totalSuccesses).toBe(2);
    expect(await count()).toEqual([{ formId, totalCount: 0, unseenCount: 0 }]);
  });

  it("are queried by their values, searched, and paged with a cursor", async () => {
    const namespace = "query.values";
    const { id: formId } = await forms.create(contactForm({ namespace }));
    for (const [email, message] of [
      ["a@example.com", "Red APPLE"],
      ["b@example.com", "green apple"],
      ["c@example.com", "plum"],
    ])
      await forms.submitted(formId, { email, message });
    const emailsIn = ({ body }: { body: { submissions: { submissions: { email: string } }[] } }) =>
      body.submissions.map(({ submissions }) => submissions.email[0]);
    const query = (filter: object, more = {}) =>
      forms.call("POST", `${submissionsPath}/namespace/query`, {
        query: { filter: { namespace, ...filter }, ...more },
      });
    expect(emailsIn(await query({ "submissions.message": "plum" }))).toEqual(["c"]);
    expect(emailsIn(await query({ "submissions.message": { $contains: "apple" } }))).toEqual(["b"]);
    expect(emailsIn(await query({}, { sort: [{ fieldName: "submissions.email", order: "ASC" }] }))).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(emailsIn(await query({ "submissions.message": { $ne: "plum" } }))).toEqual(["b", "a"]);
    const first = await query({}, { cursorPaging: { limit: 2 } });
    expect(emailsIn(first)).toEqual(["c", "b"]);
    const { next } = first.body.pagingMetadata.cursors;
    const second = await forms.call("POST", `${submissionsPath}/namespace/query`, {
      query: { cursorPaging: { cursor: next } },
    });
    expect([emailsIn(second), second.body.metadata.hasNext]).toEqual([["a"], false]);
    const stolen = await forms.call(
      "POST",
      `${submissionsPath}/query`,
      { query: { cursorPaging: { cursor: next } } },
      forms.visitor,
    );
    expect(codeIn(stolen)).toBe("CURSOR_INVALID");
    const search = (expression: string, mode = "AND") =>
      forms.call("POST", `${submissionsPath}/namespace/search`, {
        search: { filter: { namespace }, search: { expression, mode } },
      });
    expect(emailsIn(await search("apple RED"))).toEqual(["a"]);
    expect(emailsIn(await search("plum red", "OR"))).toEqual(["c", "a"]);
    expect(emailsIn(await search("nothing"))).toEqual([]);
  });

  it("are validated without being stored", async () => {
    const validate = async (submissions: object, more = {}) =>
      (
        await forms.call(
          "POST",
          `${submissionsPath}/validate`,
          { submission: { formId: form.id, submissions }, ...more },
          forms.visitor,
        )
      ).body;
    expect(await validate({ email: "v@example.com" })).toEqual({ valid: true });
    expect(await validate({})).toEqual({
      valid: false,
      violationErrors: [
        {
          name: "email",
          description: "is required",
          ruleName: "SUBMISSION_VALIDATION",
          submissionValidationErrors: { errors: [{ errorPath: "email", errorType: "REQUIRED_VALUE_ERROR" }] },
        },
      ],
    });
    expect(await validate({}, { fieldsToValidate: ["message"] })).toEqual({ valid: true });
  });

  it("of a member are deleted with the account", async () => {
    const { memberId, access_token: token } = await server.signIn();
    const { id } = await forms.submitted(form.id, { email: "member@example.com" }, { token });
    await deleteMember(server.context, { caller: { kind: "owner" } }, memberId);
    expect(codeIn(await forms.call("GET", `${submissionsPath}/${id}`))).toBe("SUBMISSION_NOT_FOUND");
    expect(
      await server.context.db.selectFrom("form_submissions").select("id").where("member_id", "=", memberId).execute(),
    ).toEqual([]);
  });

  it("are retained for the days of the setting, and for 30 days in the trash bin", async () => {
    const { db } = server.context;
    const age = (id: string, days: number, column: "created_at" | "deleted_at") =>
      db
        .updateTable("form_submissions")
        .set({ [column]: new Date(Date.now() - days * 86_400_000) })
        .where("id", "=", id)
        .execute();
    const [old, recent, trashed, discarded] = [
      await add("old@example.com"),
      await add("recent@example.com"),
      await add("trashed@example.com"),
      await add("discarded@example.com"),
    ];
    await age(old.id, 400, "created_at");
    await age(recent.id, 9, "created_at");
    await age(trashed.id, 31, "deleted_at");
    await age(discarded.id, 29, "deleted_at");
    const remaining = async () => {
      await deleteExpired(db);
      const rows = await db.selectFrom("form_submissions").select("id").execute();
      return [old, recent, trashed, discarded].map(({ id }) => rows.some((row) => row.id === id));
    };
    expect(await remaining()).toEqual([true, true, false, true]);
    await updateSetting(server.context, { kind: "owner" }, "submissionDays", 10);
    expect(await remaining()).toEqual([false, true, false, true]);
    await updateSetting(server.context, { kind: "owner" }, "submissionDays", 0);
  });
});

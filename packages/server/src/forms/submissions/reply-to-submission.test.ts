import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import {
  codeIn,
  contactForm,
  createFormsClient,
  formsPath,
  submissionsPath,
  textField,
} from "../../../test/forms/forms.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const forms = await createFormsClient(server);
const staff = await createTestStaff(server);
const support = await staff.add("support@example.com", "support");
await changeSetting(server, "ownerEmail", "hello@example.com");
const { db } = server.context;

const repliesPath = (id: string) => `/_api/porchlight/v1/forms/submissions/${id}/replies`;
const reply = (id: string, message: string) => forms.call("POST", repliesPath(id), { message }, support);
const edit = async (id: string, submissions: object) => {
  const path = `${submissionsPath}/${id}`;
  const { revision } = (await forms.call("GET", path, undefined, support)).body.submission;
  return (await forms.call("PATCH", path, { submission: { revision, submissions } }, support)).body.submission;
};
const mailsTo = async (address: string) => (await server.call("GET", `/dev/mail.json?to=${address}`)).body;
const form = await forms.create(
  contactForm({
    formFields: [
      textField("friend", { validation: { format: "EMAIL" } }),
      textField("own", {}, { contactMapping: { contactField: "EMAIL" } }),
      textField("message"),
    ],
  }),
);

describe("a reply to a submission", () => {
  it("goes to the mapped address, in the language of the submitter, and stays with the submission", async () => {
    const { id } = await forms.submitted(
      form.id,
      { friend: "friend@example.com", own: "vic@example.com", message: "Do you repair lamps?" },
      { more: { additionalMetadata: { language: "de" } } },
    );
    expect((await forms.call("GET", repliesPath(id), undefined, support)).body).toEqual({
      replies: [],
      to: "vic@example.com",
    });
    const { status, body } = await reply(id, "Yes, we do.\n\n<b>Bring</b> it along.");
    expect([status, body.reply]).toMatchObject([200, { author: "support@example.com", to: "vic@example.com" }]);
    await expect.poll(() => mailsTo("vic@example.com")).toHaveLength(1);
    const [mail] = await mailsTo("vic@example.com");
    expect(mail.subject).toBe("Porchlight hat auf „Contact“ geantwortet");
    expect(mail.text).toContain("Yes, we do.\n\n<b>Bring</b> it along.");
    expect(mail.html).toContain("&lt;b&gt;Bring");
    expect(await mailsTo("friend@example.com")).toEqual([]);
    expect((await forms.call("GET", repliesPath(id))).body.replies).toEqual([body.reply]);
    const events = await db
      .selectFrom("audit_events")
      .select("facts")
      .where("event", "=", "submission-replied")
      .execute();
    expect(events).toEqual([{ facts: { submissionId: id, formId: form.id, recipient: "vic@example.com" } }]);
  });

  it("goes to the address that was submitted, also after others were written into the submission", async () => {
    const { id } = await forms.submitted(form.id, { own: "wes@example.com", message: "Hello" });
    for (const own of ["other@example.com", "another@example.com"])
      expect((await edit(id, { own })).submissions.own).toBe(own);
    expect((await forms.call("GET", repliesPath(id))).body).toEqual({
      replies: [],
      to: "wes@example.com",
      addressChanged: true,
    });
    expect((await reply(id, "Hello, Wes.")).body.reply.to).toBe("wes@example.com");
    await expect.poll(() => mailsTo("wes@example.com")).toHaveLength(1);
    for (const own of ["other@example.com", "another@example.com"]) expect(await mailsTo(own)).toEqual([]);
    await edit(id, { own: "wes@example.com", message: "Hello again" });
    expect((await forms.call("GET", repliesPath(id))).body).toMatchObject({ to: "wes@example.com" });
    expect((await forms.call("GET", repliesPath(id))).body).not.toHaveProperty("addressChanged");
  });

  it("is not possible to an address that was added later", async () => {
    const { id } = await forms.submitted(form.id, { message: "Guess who" });
    await edit(id, { own: "added@example.com" });
    expect((await forms.call("GET", repliesPath(id))).body).toEqual({ replies: [], addressChanged: true });
    expect(codeIn(await reply(id, "Hello?"))).toBe("SUBMISSION_WITHOUT_EMAIL");
  });

  it("does not go to an address whose field was removed", async () => {
    const email = { contactMapping: { contactField: "EMAIL" } } as const;
    const shrinking = await forms.create(
      contactForm({ formFields: [textField("old", {}, email), textField("message")] }),
    );
    const { id } = await forms.submitted(shrinking.id, { old: "xia@example.com", message: "Hello" });
    await edit(id, { old: "other@example.com" });
    const [old, message] = shrinking.formFields;
    const setFields = async (revision: string, formFields: object[]) =>
      (await forms.call("PATCH", `${formsPath}/${shrinking.id}`, { form: { revision, formFields } })).body.form;
    await setFields(shrinking.revision, [message!]);
    expect((await forms.call("GET", repliesPath(id))).body.to).toBe("xia@example.com");
    const removal = { formId: shrinking.id, fieldsIds: [old!.id] };
    const removed = await forms.call("POST", `${formsPath}/fields/delete`, removal);
    expect(removed.status).toBe(200);
    await setFields(removed.body.form.revision, [message!, textField("old", {}, email)]);
    expect(codeIn(await reply(id, "Hello?"))).toBe("SUBMISSION_WITHOUT_EMAIL");
  });

  it("needs an address and a text", async () => {
    const { id } = await forms.submitted(form.id, { own: "call me", message: "No address" });
    expect(codeIn(await reply(id, "Hello?"))).toBe("SUBMISSION_WITHOUT_EMAIL");
    const other = await forms.submitted(form.id, { own: "uma@example.com" });
    for (const message of ["", "  \n", "x".repeat(10_001)]) expect((await reply(other.id, message)).status).toBe(400);
    expect((await forms.call("GET", repliesPath(other.id))).body.replies).toEqual([]);
  });

  it("is limited per address", async () => {
    const { id } = await forms.submitted(form.id, { own: "busy@example.com" });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await reply(id, `Reply ${time}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await forms.call("GET", repliesPath(id))).body.replies).toHaveLength(5);
  });
});

describe("the tags of submissions", () => {
  it("are listed once, sorted", async () => {
    for (const tags of [["lamps", "urgent"], ["lamps"]]) {
      const { id } = await forms.submitted(form.id, { message: tags.join() });
      await forms.call("POST", "/form-submission-service/v4/bulk/submissions/update-tags", {
        submissionIds: [id],
        assignTags: { tags: { tagIds: tags } },
      });
    }
    const { body } = await forms.call("GET", "/_api/porchlight/v1/forms/submissions/tags", undefined, support);
    expect(body.tags).toEqual(["lamps", "urgent"]);
  });
});

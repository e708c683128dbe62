import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { forms, submissions } from "@porchlight/client/forms";
import { members } from "@porchlight/client/members";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer();
const modules = { forms, members, submissions };
const visitor = createClient({ host: server.url, auth: OAuthStrategy({ clientId: server.clientId }), modules });
const other = createClient({ host: server.url, auth: OAuthStrategy({ clientId: server.clientId }), modules });
const { key: apiKey } = await createApiKey(server.context, { kind: "owner" }, { name: "Forms", role: "admin" });
const owner = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey }), modules });

const namespace = "wix.form_app.form";
const emailField = {
  _id: crypto.randomUUID(),
  fieldType: "INPUT" as const,
  inputOptions: {
    target: "email",
    inputType: "STRING" as const,
    required: true,
    stringOptions: {
      componentType: "TEXT_INPUT" as const,
      validation: { format: "EMAIL" as const },
      textInputOptions: { label: "Email" },
    },
  },
};
const fileField = {
  _id: crypto.randomUUID(),
  fieldType: "INPUT" as const,
  inputOptions: {
    target: "_id",
    inputType: "WIX_FILE" as const,
    wixFileOptions: { componentType: "FILE_UPLOAD" as const, fileUploadOptions: { label: "Note" } },
  },
};

describe("forms, client and server", () => {
  it("are created, changed, listed, copied and deleted with ids and dates of the client", async () => {
    const form = await owner.forms.createForm({ name: "Contact", formFields: [emailField] });
    expect(form).toMatchObject({ name: "Contact", _createdDate: expect.any(Date), formFields: [emailField] });
    const deadline = new Date("2100-01-01");
    const changed = await owner.forms.updateForm(form._id, {
      revision: form.revision,
      limitationRule: { dateTimeDeadline: deadline },
    });
    expect(changed.limitationRule?.dateTimeDeadline).toEqual(deadline);
    expect(await visitor.forms.getForm(form._id)).toMatchObject({ _id: form._id, name: "Contact" });
    expect((await visitor.forms.listForms(namespace, { paging: { limit: 1 } })).forms).toHaveLength(1);
    expect((await visitor.forms.queryForms().eq("name", "Contact").find()).items).toMatchObject([{ _id: form._id }]);
    const { form: copy } = await owner.forms.cloneForm(form._id, { name: "Copy" });
    await owner.forms.deleteForm(copy._id);
    expect(await owner.forms.getDeletedForm(copy._id)).toMatchObject({ form: { name: "Copy" } });
    const filter = { namespace };
    expect((await owner.forms.queryDeletedForms({ query: { filter } })).forms).toMatchObject([{ _id: copy._id }]);
    expect((await owner.forms.queryDeletedForms().eq("name", "Copy").find()).items).toMatchObject([{ _id: copy._id }]);
    await owner.forms.restoreFromTrashBin(copy._id);
    expect(await owner.forms.updateExtendedFields(copy._id, "@a/crm", { namespaceData: { id: "1" } })).toMatchObject({
      ...{ form: { _id: copy._id }, namespace: "@a/crm", namespaceData: { id: "1" } },
    });
    await owner.forms.deleteForm(copy._id, { permanent: true });
    await expect(visitor.forms.getForm(copy._id)).rejects.toMatchObject({ kind: "notFound", code: "FORM_NOT_FOUND" });
    await expect(visitor.forms.createForm({ name: "x" })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("store submissions with files under their own names, once per attempt, for their submitter only", async () => {
    const { _id: formId } = await owner.forms.createForm({ name: "Files", formFields: [emailField, fileField] });
    const file = await visitor.submissions.uploadFile(formId, new File(["Hello"], "note.txt", { type: "text/plain" }));
    const input = { formId, submissions: { email: "ada@example.com", _id: [file] } };
    const options = { additionalMetadata: { idempotencyKey: "attempt-1" } };
    const stored = await visitor.submissions.createSubmission(input, options);
    expect(stored).toMatchObject({ status: "CONFIRMED", submissions: { _id: [{ displayName: "note.txt" }] } });
    expect((await visitor.submissions.createSubmission(input, options))._id).toBe(stored._id);
    const own = { filter: { formId } };
    expect((await visitor.submissions.querySubmission(own)).submissions).toHaveLength(1);
    expect((await other.submissions.querySubmission(own)).submissions).toEqual([]);
    await expect(other.submissions.getSubmission(stored._id)).rejects.toMatchObject({ code: "SUBMISSION_NOT_FOUND" });

    const query = owner.submissions.querySubmissionsByNamespace().eq("namespace", namespace).eq("formId", formId);
    expect((await query.descending("_createdDate").find()).items).toMatchObject([{ _id: stored._id, seen: false }]);
    await owner.submissions.bulkMarkSubmissionsAsSeen([stored._id], formId);
    expect(await owner.submissions.countSubmissions([formId], namespace)).toEqual({
      formsSubmissionsCount: [{ formId, totalCount: 1, unseenCount: 0 }],
    });
    await owner.submissions.deleteSubmission(stored._id);
    expect(await owner.submissions.getDeletedSubmission(stored._id)).toMatchObject({ submission: { _id: stored._id } });
    expect(await owner.submissions.countDeletedSubmissions([formId], namespace)).toEqual({
      formsDeletedSubmissionsCount: [{ formId, totalCount: 1 }],
    });
    const removed = await owner.submissions.bulkRemoveSubmissionFromTrashBin(formId);
    expect(removed.results).toMatchObject([{ itemMetadata: { _id: stored._id, success: true } }]);
  });

  it("serve the files and the document of a submission by link", async () => {
    const { _id: formId } = await owner.forms.createForm({ name: "Private", formFields: [emailField, fileField] });
    const file = await visitor.submissions.uploadFile(formId, new File(["Hello"], "note.txt", { type: "text/plain" }));
    const values = { email: "ada@example.com", _id: [file] };
    await expect(other.submissions.createSubmission({ formId, submissions: values })).rejects.toMatchObject({
      details: { validationError: { fieldViolations: [{ data: { errorPath: "_id" } }] } },
    });
    const { _id } = await visitor.submissions.createSubmission({ formId, submissions: values });
    const { submissions } = await owner.submissions.getSubmission(_id);
    const [{ url }] = submissions["_id"] as [{ url: string }];
    expect(await (await fetch(url)).text()).toBe("Hello");
    expect((await fetch(url.split("?")[0]!)).status).toBe(404);

    const { document } = await visitor.submissions.getSubmissionDownloadUrl(_id);
    expect(document).toEqual({ _id, status: "READY", readyDetails: { downloadUrl: expect.any(String) } });
    const { downloadUrl } = document.readyDetails;
    const page = await (await fetch(downloadUrl)).text();
    expect(page).toContain("ada@example.com");
    const accessToken = new URL(downloadUrl).searchParams.get("accessToken")!;
    const { statusCode, body } = await other.submissions.downloadSubmission(_id, accessToken);
    expect([statusCode, new TextDecoder().decode(body).split("token=")[0]]).toEqual([200, page.split("token=")[0]]);
    await expect(other.submissions.getSubmissionDownloadUrl(_id)).rejects.toMatchObject({
      code: "SUBMISSION_NOT_FOUND",
    });
    await expect(other.submissions.downloadSubmission(_id, "x")).rejects.toMatchObject({
      code: "DOWNLOAD_LINK_INVALID",
    });
  });

  it("are created from templates, and their values are added to contact data", async () => {
    const templateId = "00000000-0000-4000-8000-0000000f0001";
    const { form } = await owner.forms.cloneFormFromTemplate(namespace, { templateId });
    expect(form).toMatchObject({ _id: expect.any(String), name: "Contact", _createdDate: expect.any(Date) });
    const member = await owner.members.createMember({ member: { loginEmail: "contact@example.com" } });
    const values = { first_name: "Ada", email: "contact@example.com", message: "Hello" };
    const { _id } = await visitor.submissions.createSubmission({ formId: form._id, submissions: values });
    expect(await owner.submissions.upsertContactFromSubmission(_id)).toEqual({
      submitContactResponse: { contactId: member._id, identityType: "NOT_AUTHENTICATED_MEMBER", newContact: false },
    });
    const { contact } = await owner.members.getMember(member._id!, { fieldsets: ["FULL"] });
    expect(contact?.firstName).toBe("Ada");
    await expect(visitor.submissions.upsertContactFromSubmission(_id)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("report invalid values by their target", async () => {
    const { _id: formId } = await owner.forms.createForm({ name: "Invalid", formFields: [emailField] });
    await expect(visitor.submissions.createSubmission({ formId, submissions: {} })).rejects.toMatchObject({
      kind: "invalid",
      details: {
        validationError: {
          fieldViolations: [
            {
              ruleName: "SUBMISSION_VALIDATION",
              data: { errorPath: "email", errorType: "REQUIRED_VALUE_ERROR" },
            },
          ],
        },
      },
    });
    expect(await visitor.submissions.validateFormSubmission({ formId, submissions: {} })).toMatchObject({
      valid: false,
    });
  });
});

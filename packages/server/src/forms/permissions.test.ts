import { randomUUID } from "node:crypto";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import * as formEndpoints from "@porchlight/contract/forms/endpoints";
import * as submissionEndpoints from "@porchlight/contract/forms/submission-endpoints";
import { describe, expect, it } from "vitest";
import { codeIn, createFormsClient } from "../../test/forms/forms.ts";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const staff = await createTestStaff(server);
const form = await forms.create();
const [ada, bob] = [await server.signIn(), await server.signIn()];
const submission = await forms.submitted(form.id, { email: "ada@example.com" }, { token: ada.access_token });

const tokens = {
  visitor: forms.visitor,
  "the submitter": ada.access_token,
  "another member": bob.access_token,
  read: forms.keys.read,
  editor: forms.keys.editor,
  admin: forms.keys.admin,
  owner: staff.ownerToken,
  "a staff editor": await staff.add("editor@example.com", "editor"),
  author: await staff.add("author@example.com", "author"),
  support: await staff.add("support@example.com", "support"),
} as const;
type Who = keyof typeof tokens;
const everyone = Object.keys(tokens) as Who[];
/** They have submissions of their own, or may read all. */
const submitters = everyone.filter((who) => who !== "author");
const editors: Who[] = ["editor", "admin", "owner", "a staff editor"];
const readers: Who[] = ["read", ...editors];
/** Support has the inbox, but no content. */
const inbox: Who[] = [...editors, "support"];
const inboxReaders: Who[] = [...readers, "support"];

const endpoints: Record<string, Endpoint<EndpointRequest, unknown>> = { ...formEndpoints, ...submissionEndpoints };
const namespace = "wix.form_app.form";
const tags = { assignTags: { tags: { tagIds: ["x"] } } };
const filter = { namespace };
const nobody = randomUUID();

/** Who may make each call: others get NOT_ALLOWED, or the code for what they cannot see. */
const matrix: [name: string, body: object, allowed: Who[]][] = [
  ["createForm", { form: { name: "New" } }, editors],
  ["bulkCreateForm", { forms: [{ name: "New" }] }, editors],
  ["getForm", {}, everyone],
  ["getFormSummary", {}, readers],
  ["updateForm", { form: { revision: "0" } }, editors],
  ["bulkDeleteForm", { formIds: [nobody] }, editors],
  ["cloneForm", {}, editors],
  ["cloneFormFromTemplate", { namespace, templateId: form.id }, editors],
  ["bulkCloneForm", { formIds: [nobody] }, editors],
  ["listForms", {}, everyone],
  ["queryForms", {}, everyone],
  ["countFormsByFilter", { filter }, readers],
  ["listFormsProvidersConfigs", {}, everyone],
  ["updateFormExtendedFields", { namespace: "a", namespaceData: { b: 1 } }, editors],
  ["bulkUpdateFormTags", { formIds: [nobody], ...tags }, editors],
  ["bulkUpdateFormTagsByFilter", { filter: { name: "none" }, ...tags }, editors],
  ["bulkRemoveDeletedField", { formId: form.id, fieldsIds: [nobody] }, editors],
  ["listDeletedForms", {}, readers],
  ["getDeletedForm", {}, readers],
  ["queryDeletedForms", {}, readers],
  ["countDeletedForms", {}, readers],
  ["restoreFromTrashBin", {}, editors],
  ["removeFormFromTrashBin", {}, editors],
  ["listFormDrafts", {}, editors],
  ["getFormDraft", {}, editors],
  ["saveFormDraft", { form: { name: "Draft" }, revision: "0" }, editors],
  ["publishFormDraft", { revision: "0" }, editors],
  ["discardFormDraft", {}, editors],
  ["createSubmission", { submission: { formId: form.id, submissions: { email: "x@example.com" } } }, everyone],
  ["validateFormSubmission", { submission: { formId: form.id, submissions: {} } }, everyone],
  ["getSubmission", {}, ["the submitter", ...inboxReaders]],
  ["getFormattedSubmission", {}, ["the submitter", ...inboxReaders]],
  ["getSubmissionDownloadUrl", {}, ["the submitter", ...inboxReaders]],
  ["upsertContactFromSubmission", { submissionId: submission.id }, ["the submitter", ...inbox]],
  ["updateSubmission", { submission: { revision: "0" } }, inbox],
  ["confirmSubmission", {}, inbox],
  ["bulkDeleteSubmission", { formId: form.id, submissionIds: [nobody] }, inbox],
  ["bulkMarkSubmissionsAsSeen", { formId: form.id, ids: [nobody] }, inbox],
  ["querySubmission", { query: {} }, submitters],
  ["querySubmissionsByNamespace", { query: { filter } }, submitters],
  ["searchSubmissionsByNamespace", { search: { filter } }, inboxReaders],
  ["countSubmissions", { formIds: [form.id], namespace }, inboxReaders],
  ["countSubmissionsByFilter", { filter }, inboxReaders],
  ["updateSubmissionExtendedFields", { namespace: "a", namespaceData: { b: 1 } }, inbox],
  ["bulkUpdateSubmissionTags", { submissionIds: [nobody], ...tags }, inbox],
  ["bulkUpdateSubmissionTagsByFilter", { filter: { status: "PENDING" }, ...tags }, inbox],
  ["listDeletedSubmissions", {}, inboxReaders],
  ["getDeletedSubmission", {}, inboxReaders],
  ["countDeletedSubmissions", { formIds: [form.id] }, inboxReaders],
  ["restoreSubmissionFromTrashBin", {}, inbox],
  ["removeSubmissionFromTrashBin", {}, editors],
  ["bulkRemoveSubmissionFromTrashBin", { formId: form.id, submissionIds: [nobody] }, editors],
  ["listSubmissionReplies", {}, inboxReaders],
  ["replyToSubmission", { message: "Thanks." }, inbox],
  ["listSubmissionTags", {}, inboxReaders],
  // Last, because the calls delete what the others use.
  ["deleteSubmission", {}, inbox],
  ["deleteForm", {}, editors],
];
const withoutPermission = ["downloadSubmission", "getMediaUploadUrl", "reportPayment"];

const queries: Record<string, string> = {
  listForms: `?namespace=${namespace}`,
  listDeletedForms: `?namespace=${namespace}`,
  listDeletedSubmissions: `?formId=${form.id}`,
};

describe("permissions", () => {
  it.each(matrix)("of %s", async (name, body, allowed) => {
    const { method, path } = endpoints[name]!;
    const id = path.includes("submissions") ? submission.id : form.id;
    const url = `${path.replace(/:\w+/, id)}${queries[name] ?? ""}`;
    for (const who of everyone) {
      const response = await forms.call(
        method,
        url,
        method === "GET" || method === "DELETE" ? undefined : body,
        tokens[who],
      );
      const isRefused =
        response.status === 403 ||
        (/^(?:get|upsert)/.test(name) && codeIn(response) === "SUBMISSION_NOT_FOUND" && !name.includes("Deleted"));
      expect([name, who, isRefused]).toEqual([name, who, !allowed.includes(who)]);
    }
  });

  it("are checked for every call", () => {
    expect([...matrix.map(([name]) => name), ...withoutPermission].sort()).toEqual(Object.keys(endpoints).sort());
  });

  it("show no submissions of others in lists", async () => {
    for (const who of ["visitor", "another member"] as const) {
      for (const path of ["query", "namespace/query"]) {
        const url = `/form-submission-service/v4/submissions/${path}`;
        const { body } = await forms.call(
          "POST",
          url,
          { query: { filter: { "submissions.email": { $contains: "ada" } } } },
          tokens[who],
        );
        expect(body.submissions).toEqual([]);
      }
    }
  });
});

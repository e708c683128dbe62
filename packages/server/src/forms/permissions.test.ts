import { randomUUID } from "node:crypto";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import * as formEndpoints from "@porchlight/contract/forms/endpoints";
import * as submissionEndpoints from "@porchlight/contract/forms/submission-endpoints";
import { describe, expect, it } from "vitest";
import { codeIn, createFormsClient } from "../../test/forms/forms.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
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
} as const;
type Who = keyof typeof tokens;
const everyone = Object.keys(tokens) as Who[];
const readers: Who[] = ["read", "editor", "admin"];
const editors: Who[] = ["editor", "admin"];

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
  ["createSubmission", { submission: { formId: form.id, submissions: { email: "x@example.com" } } }, everyone],
  ["validateFormSubmission", { submission: { formId: form.id, submissions: {} } }, everyone],
  ["getSubmission", {}, ["the submitter", ...readers]],
  ["getFormattedSubmission", {}, ["the submitter", ...readers]],
  ["getSubmissionDownloadUrl", {}, ["the submitter", ...readers]],
  ["upsertContactFromSubmission", { submissionId: submission.id }, ["the submitter", ...editors]],
  ["updateSubmission", { submission: { revision: "0" } }, editors],
  ["confirmSubmission", {}, editors],
  ["bulkDeleteSubmission", { formId: form.id, submissionIds: [nobody] }, editors],
  ["bulkMarkSubmissionsAsSeen", { formId: form.id, ids: [nobody] }, editors],
  ["querySubmission", { query: {} }, everyone],
  ["querySubmissionsByNamespace", { query: { filter } }, everyone],
  ["searchSubmissionsByNamespace", { search: { filter } }, readers],
  ["countSubmissions", { formIds: [form.id], namespace }, readers],
  ["countSubmissionsByFilter", { filter }, readers],
  ["updateSubmissionExtendedFields", { namespace: "a", namespaceData: { b: 1 } }, editors],
  ["bulkUpdateSubmissionTags", { submissionIds: [nobody], ...tags }, editors],
  ["bulkUpdateSubmissionTagsByFilter", { filter: { status: "PENDING" }, ...tags }, editors],
  ["listDeletedSubmissions", {}, readers],
  ["getDeletedSubmission", {}, readers],
  ["countDeletedSubmissions", { formIds: [form.id] }, readers],
  ["restoreSubmissionFromTrashBin", {}, editors],
  ["removeSubmissionFromTrashBin", {}, editors],
  ["bulkRemoveSubmissionFromTrashBin", { formId: form.id, submissionIds: [nobody] }, editors],
  // Last, because the calls delete what the others use.
  ["deleteSubmission", {}, editors],
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

import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  bulkFormsResponse,
  bulkResponse,
  configsResponse,
  countResponse,
  emptyResponse,
  formDraftResponse,
  formDraftsResponse,
  formExtendedFieldsResponse,
  formResponse,
  formSummaryResponse,
  formsResponse,
  jobResponse,
  queriedFormsResponse,
  savedFormDraftResponse,
} from "./response-schema.ts";

const formId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const fieldId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c";
const namespace = "wix.form_app.form";
const params = { formId };
const forEditors = "Requires an API key of role editor or admin.";
const forReaders = "Requires an API key.";
const one = { description: "The form.", schema: formResponse };
const nothing = { description: "An empty object.", schema: emptyResponse };
const many = { description: "The result of each form.", schema: bulkResponse };
const created = { description: "The result of each form, with the forms on request.", schema: bulkFormsResponse };
const page = { description: "One page of forms.", schema: formsResponse };
const queried = { description: "One page of forms, with cursors to the adjacent pages.", schema: queriedFormsResponse };
const count = { description: "The number of forms.", schema: countResponse };
const tagIds = ["vip"];
const contact = {
  name: "Contact",
  namespace,
  formFields: [
    {
      id: fieldId,
      fieldType: "INPUT" as const,
      inputOptions: {
        target: "email",
        required: true,
        inputType: "STRING" as const,
        stringOptions: {
          componentType: "TEXT_INPUT" as const,
          validation: { format: "EMAIL" as const },
          textInputOptions: { label: "Email", showLabel: true },
        },
      },
    },
  ],
};

export const formDocs = {
  createForm: {
    summary: "Create a form",
    description: `The definition is validated: targets and ids must be unique, and steps and rules may name existing fields only. Fields, steps and rules without an id get one. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED"],
    example: { body: { form: contact } },
  },
  bulkCreateForm: {
    summary: "Create several forms",
    description: `At most 20; an invalid form does not affect the others. ${forEditors}`,
    response: created,
    errors: ["NOT_ALLOWED"],
    example: { body: { forms: [contact], returnEntity: true } },
  },
  getForm: {
    summary: "Get a form",
    description:
      "Visitors and members get enabled and disabled forms alike, so that a page can show `disabledFormMessage`; `notifications`, private tags and extended fields are for API keys.",
    response: one,
    errors: ["FORM_NOT_FOUND"],
    example: { params },
  },
  getFormSummary: {
    summary: "Get the names and types of a form's values",
    description: `Includes removed fields, which older submissions have. ${forReaders}`,
    response: { description: "The fields.", schema: formSummaryResponse },
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  updateForm: {
    summary: "Update a form",
    description: `Omitted properties stay; a list replaces the stored one. Removed fields move to \`deletedFormFields\`. \`revision\` must be the stored one. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND", "FORM_CHANGED"],
    example: { params, body: { form: { revision: "1", name: "Contact us" } } },
  },
  deleteForm: {
    summary: "Delete a form",
    description: `Moves the form to the trash bin; with \`permanent\` it is removed with its submissions. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params, query: { permanent: true } },
  },
  bulkDeleteForm: {
    summary: "Delete several forms",
    description: forEditors,
    response: many,
    errors: ["NOT_ALLOWED"],
    example: { body: { formIds: [formId] } },
  },
  cloneForm: {
    summary: "Clone a form",
    description: `The copy has new ids of fields, steps and rules, and no submissions. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params, body: { name: "Contact (copy)" } },
  },
  cloneFormFromTemplate: {
    summary: "Create a form from a template",
    description: `\`templateId\` is the id of a built-in template (contact, newsletter, event registration, or feedback; see the reference of forms) or of a form of the site. Labels of templates are in the language of the site. With \`useTemplateId\`, the form gets the id of the template. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND", "FORM_EXISTS"],
    example: { body: { namespace, templateId: "00000000-0000-4000-8000-0000000f0001" } },
  },
  bulkCloneForm: {
    summary: "Clone several forms",
    description: forEditors,
    response: created,
    errors: ["NOT_ALLOWED"],
    example: { body: { formIds: [formId] } },
  },
  listForms: {
    summary: "List forms",
    description: "Forms of a namespace, most recently updated first by default. For visitors: enabled forms.",
    response: page,
    errors: ["CURSOR_INVALID"],
    example: { query: { namespace, order: "CREATED_DATE_DESC", paging: { limit: 20 } } },
  },
  queryForms: {
    summary: "Query forms",
    description:
      "Fields: id, namespace, name, enabled, createdDate, updatedDate, tags.tags.tagIds. For visitors: enabled forms. A cursor includes filter and order. `returnTotalCount` counts all forms that match.",
    response: queried,
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { namespace }, cursorPaging: { limit: 20 } } } },
  },
  countFormsByFilter: {
    summary: "Count forms",
    description: `The fields of queryForms. ${forReaders}`,
    response: count,
    errors: ["NOT_ALLOWED"],
    example: { body: { filter: { namespace } } },
  },
  listFormsProvidersConfigs: {
    summary: "List providers of forms",
    description: "This server has none.",
    response: { description: "An empty list.", schema: configsResponse },
    example: {},
  },
  updateFormExtendedFields: {
    summary: "Set the data of a namespace of extended fields",
    description: `\`null\` removes the namespace. ${forEditors}`,
    response: { description: "The form, and the data.", schema: formExtendedFieldsResponse },
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params: { id: formId }, body: { namespace: "@example/crm", namespaceData: { list: "leads" } } },
  },
  bulkUpdateFormTags: {
    summary: "Tag several forms",
    description: forEditors,
    response: many,
    errors: ["NOT_ALLOWED"],
    example: { body: { formIds: [formId], assignTags: { tags: { tagIds } } } },
  },
  bulkUpdateFormTagsByFilter: {
    summary: "Tag forms by filter",
    description: `The fields of queryForms; all forms with \`{}\`. The update is complete when the call returns. ${forEditors}`,
    response: { description: "An id of the update.", schema: jobResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { filter: { namespace }, assignTags: { tags: { tagIds } } } },
  },
  bulkRemoveDeletedField: {
    summary: "Remove deleted fields permanently",
    description: `Removes fields of \`deletedFormFields\`, with their values in all submissions. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { body: { formId, fieldsIds: [fieldId] } },
  },
  listDeletedForms: {
    summary: "List the forms in the trash bin",
    description: `Forms stay there for 30 days. ${forReaders}`,
    response: page,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { query: { namespace } },
  },
  getDeletedForm: {
    summary: "Get a form from the trash bin",
    description: forReaders,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  queryDeletedForms: {
    summary: "Query the forms in the trash bin",
    description: `The fields of queryForms. ${forReaders}`,
    response: queried,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { body: { query: { filter: { namespace } } } },
  },
  countDeletedForms: {
    summary: "Count the forms in the trash bin",
    description: forReaders,
    response: count,
    errors: ["NOT_ALLOWED"],
    example: { body: { namespace } },
  },
  restoreFormFromTrashBin: {
    summary: "Restore a form from the trash bin",
    description: forEditors,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  removeFormFromTrashBin: {
    summary: "Remove a form permanently",
    description: `With its submissions. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  listFormDrafts: {
    summary: "List forms with unpublished changes",
    description: forEditors,
    response: { description: "One entry per form.", schema: formDraftsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  getFormDraft: {
    summary: "Get the unpublished changes of a form",
    description: forEditors,
    response: { description: "The draft, if there is one.", schema: formDraftResponse },
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  saveFormDraft: {
    summary: "Save changes of a form without publishing them",
    description: `Replaces the draft of the form; the published form stays. A draft may be incomplete: it is validated when it is published. \`FORM_CHANGED\`: \`revision\` is not that of the stored draft; a repeat with the same \`idempotencyKey\`, a UUID, succeeds until someone else saves a draft. ${forEditors}`,
    response: { description: "The draft.", schema: savedFormDraftResponse },
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND", "FORM_CHANGED"],
    example: { params, body: { form: contact } },
  },
  discardFormDraft: {
    summary: "Discard the unpublished changes of a form",
    description: `Idempotent. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { params },
  },
  publishFormDraft: {
    summary: "Publish the changes of a form",
    description: `Validates the draft, updates the form, and removes the draft. \`FORM_CHANGED\`: someone has saved another draft, or, without \`overwrite\`, the published form has changed since the draft was created. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND", "FORM_CHANGED", "FORM_DRAFT_NOT_FOUND"],
    example: { params, body: { revision: "1" } },
  },
} as const satisfies Record<string, EndpointDocs>;

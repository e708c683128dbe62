import { endpoint } from "../endpoint.ts";
import { encodeComplexQuery } from "../wire/complex-query.ts";
import type {
  BulkCloneFormsRequest,
  BulkCreateFormsRequest,
  BulkDeleteFormsRequest,
  BulkRemoveDeletedFieldRequest,
  BulkResponse,
  BulkUpdateFormTagsByFilterRequest,
  BulkUpdateFormTagsRequest,
  CloneFormFromTemplateRequest,
  CloneFormRequest,
  CountDeletedFormsRequest,
  CountFormsByFilterRequest,
  CreateFormRequest,
  DeleteFormRequest,
  Form,
  FormByIdRequest,
  FormDraftResponse,
  FormExtendedFieldsResponse,
  FormResponse,
  FormSummary,
  GetFormRequest,
  ListDeletedFormsRequest,
  ListFormDraftsResponse,
  ListFormsRequest,
  ListFormsResponse,
  PublishFormDraftRequest,
  QueryFormsRequest,
  QueryFormsResponse,
  SaveFormDraftRequest,
  UpdateFormExtendedFieldsRequest,
  UpdateFormRequest,
} from "./form.ts";

/** Definitions of forms. Source: wire.md, "Forms". */

const forms = "/form-schema-service/v4/forms";
const bulk = "/form-schema-service/v4/bulk/forms";
const complex = { encode: encodeComplexQuery };

export const createForm = /* @__PURE__ */ endpoint<CreateFormRequest, FormResponse>("POST", forms);
export const bulkCreateForm = /* @__PURE__ */ endpoint<BulkCreateFormsRequest, BulkResponse<Form>>(
  "POST",
  `${bulk}/create`,
);
/** Must be matched after the other GET calls, where the rest of the path would be an id. */
export const getForm = /* @__PURE__ */ endpoint<GetFormRequest, FormResponse>("GET", `${forms}/:formId`, complex);
export const getFormSummary = /* @__PURE__ */ endpoint<FormByIdRequest, { formSummary: FormSummary }>(
  "GET",
  `${forms}/:formId/summary`,
);
export const updateForm = /* @__PURE__ */ endpoint<UpdateFormRequest, FormResponse>("PATCH", `${forms}/:formId`);
export const deleteForm = /* @__PURE__ */ endpoint<DeleteFormRequest, Record<never, never>>(
  "DELETE",
  `${forms}/:formId`,
);
export const bulkDeleteForm = /* @__PURE__ */ endpoint<BulkDeleteFormsRequest, BulkResponse<never>>(
  "POST",
  `${bulk}/delete`,
);
export const cloneForm = /* @__PURE__ */ endpoint<CloneFormRequest, FormResponse>("POST", `${forms}/:formId/clone`);
export const cloneFormFromTemplate = /* @__PURE__ */ endpoint<CloneFormFromTemplateRequest, FormResponse>(
  "POST",
  `${forms}/clone-from-template`,
);
export const bulkCloneForm = /* @__PURE__ */ endpoint<BulkCloneFormsRequest, BulkResponse<Form>>(
  "POST",
  `${bulk}/clone`,
);
export const listForms = /* @__PURE__ */ endpoint<ListFormsRequest, ListFormsResponse>("GET", forms, complex);
export const queryForms = /* @__PURE__ */ endpoint<QueryFormsRequest, QueryFormsResponse>("POST", `${forms}/query`, {
  readOnly: true,
});
export const countFormsByFilter = /* @__PURE__ */ endpoint<CountFormsByFilterRequest, { count: number }>(
  "POST",
  `${forms}/count-by-filter`,
  { readOnly: true },
);
export const listFormsProvidersConfigs = /* @__PURE__ */ endpoint<Record<never, never>, { configs: unknown[] }>(
  "GET",
  `${forms}/providers-config`,
);
export const updateFormExtendedFields = /* @__PURE__ */ endpoint<
  UpdateFormExtendedFieldsRequest,
  FormExtendedFieldsResponse
>("POST", `${forms}/:id/extended-fields`);
export const bulkUpdateFormTags = /* @__PURE__ */ endpoint<BulkUpdateFormTagsRequest, BulkResponse<never>>(
  "POST",
  `${bulk}/update-tags`,
);
/** Answered after the update; `jobId` names it. */
export const bulkUpdateFormTagsByFilter = /* @__PURE__ */ endpoint<
  BulkUpdateFormTagsByFilterRequest,
  { jobId: string }
>("POST", `${bulk}/update-tags-by-filter`);
export const bulkRemoveDeletedField = /* @__PURE__ */ endpoint<BulkRemoveDeletedFieldRequest, FormResponse>(
  "POST",
  `${forms}/fields/delete`,
);

/** The trash bin. */
export const listDeletedForms = /* @__PURE__ */ endpoint<ListDeletedFormsRequest, ListFormsResponse>(
  "GET",
  `${forms}/trash-bin`,
  complex,
);
export const getDeletedForm = /* @__PURE__ */ endpoint<FormByIdRequest, FormResponse>(
  "GET",
  `${forms}/trash-bin/:formId`,
);
export const queryDeletedForms = /* @__PURE__ */ endpoint<QueryFormsRequest, QueryFormsResponse>(
  "POST",
  `${forms}/trash-bin/query`,
  { readOnly: true },
);
export const countDeletedForms = /* @__PURE__ */ endpoint<CountDeletedFormsRequest, { count: number }>(
  "POST",
  "/form-schema-service/v4/deleted-forms/count",
  { readOnly: true },
);
export const restoreFromTrashBin = /* @__PURE__ */ endpoint<FormByIdRequest, FormResponse>(
  "POST",
  `${forms}/trash-bin/:formId/restore`,
);
export const removeFormFromTrashBin = /* @__PURE__ */ endpoint<FormByIdRequest, Record<never, never>>(
  "DELETE",
  `${forms}/trash-bin/:formId`,
);

/** Unpublished changes. Porchlight extensions. */
const draft = "/_api/porchlight/v1/forms/:formId/draft";
export const listFormDrafts = /* @__PURE__ */ endpoint<Record<never, never>, ListFormDraftsResponse>(
  "GET",
  "/_api/porchlight/v1/forms/drafts",
);
export const getFormDraft = /* @__PURE__ */ endpoint<FormByIdRequest, FormDraftResponse>("GET", draft);
export const saveFormDraft = /* @__PURE__ */ endpoint<SaveFormDraftRequest, Required<FormDraftResponse>>("PUT", draft);
export const discardFormDraft = /* @__PURE__ */ endpoint<FormByIdRequest, Record<never, never>>("DELETE", draft);
export const publishFormDraft = /* @__PURE__ */ endpoint<PublishFormDraftRequest, FormResponse>(
  "POST",
  `${draft}/publish`,
);

import * as forms from "@porchlight/contract/forms/endpoints";
import {
  bulkCloneFormsRequest,
  bulkCreateFormsRequest,
  bulkDeleteFormsRequest,
  bulkRemoveDeletedFieldRequest,
  bulkUpdateFormTagsByFilterRequest,
  bulkUpdateFormTagsRequest,
  cloneFormFromTemplateRequest,
  cloneFormRequest,
  countDeletedFormsRequest,
  countFormsByFilterRequest,
  createFormRequest,
  deleteFormRequest,
  extendedFieldsRequest,
  formByIdRequest,
  getFormRequest,
  listDeletedFormsRequest,
  listFormsRequest,
  publishFormDraftRequest,
  queryFormsRequest,
  saveFormDraftRequest,
  updateFormRequest,
} from "@porchlight/contract/forms/schema";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireEditor, requireReader } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { bulkCloneForms, cloneForm, cloneFormFromTemplate } from "./definitions/clone-form.ts";
import { bulkCreateForms, createForm } from "./definitions/create-form.ts";
import { bulkDeleteForms, deleteForm, removeFormFromTrash, restoreForm } from "./definitions/delete-form.ts";
import {
  discardFormDraft,
  getFormDraft,
  listFormDrafts,
  publishFormDraft,
  saveFormDraft,
} from "./definitions/form-drafts.ts";
import { getDeletedForm, getForm, getFormSummary } from "./definitions/get-form.ts";
import { countFormsByFilter, listDeletedForms, listForms, queryForms } from "./definitions/list-forms.ts";
import {
  bulkRemoveDeletedFields,
  bulkUpdateFormTags,
  bulkUpdateFormTagsByFilter,
  updateForm,
  updateFormExtendedFields,
} from "./definitions/update-form.ts";

const editing = { authorize: requireEditor, limit: "changesPerIp", memberLimit: "changesPerMember" } as const;
const reading = { authorize: requireReader } as const;

/** Routes for the definitions of forms. */
export function formRoutes(area: Area, context: ServerContext): void {
  serve(area, forms.createForm, createFormRequest, (request, input) => createForm(context, request, input), editing);
  serve(
    area,
    forms.bulkCreateForm,
    bulkCreateFormsRequest,
    (request, input) => bulkCreateForms(context, request, input),
    editing,
  );
  serve(area, forms.listForms, listFormsRequest, (request, input) => listForms(context, request, input));
  serve(area, forms.queryForms, queryFormsRequest, (request, input) => queryForms(context, request, input));
  serve(
    area,
    forms.countFormsByFilter,
    countFormsByFilterRequest,
    (request, input) => countFormsByFilter(context, request, input),
    reading,
  );
  serve(area, forms.listFormsProvidersConfigs, z.object({}), async () => ({ configs: [] }));
  trashRoutes(area, context);
  draftRoutes(area, context);
  // After the other GET calls, where the rest of the path would be an id.
  serve(area, forms.getForm, getFormRequest, (request, input) => getForm(context, request, input));
  serve(
    area,
    forms.getFormSummary,
    formByIdRequest,
    (request, input) => getFormSummary(context, request, input),
    reading,
  );
  serve(area, forms.updateForm, updateFormRequest, (request, input) => updateForm(context, request, input), editing);
  serve(area, forms.deleteForm, deleteFormRequest, (request, input) => deleteForm(context, request, input), editing);
  serve(
    area,
    forms.bulkDeleteForm,
    bulkDeleteFormsRequest,
    (request, input) => bulkDeleteForms(context, request, input),
    editing,
  );
  serve(area, forms.cloneForm, cloneFormRequest, (request, input) => cloneForm(context, request, input), editing);
  serve(
    area,
    forms.cloneFormFromTemplate,
    cloneFormFromTemplateRequest,
    (request, input) => cloneFormFromTemplate(context, request, input),
    editing,
  );
  serve(
    area,
    forms.bulkCloneForm,
    bulkCloneFormsRequest,
    (request, input) => bulkCloneForms(context, request, input),
    editing,
  );
  serve(
    area,
    forms.updateFormExtendedFields,
    extendedFieldsRequest,
    (request, input) => updateFormExtendedFields(context, request, input),
    editing,
  );
  serve(
    area,
    forms.bulkUpdateFormTags,
    bulkUpdateFormTagsRequest,
    (request, input) => bulkUpdateFormTags(context, request, input),
    editing,
  );
  serve(
    area,
    forms.bulkUpdateFormTagsByFilter,
    bulkUpdateFormTagsByFilterRequest,
    (request, input) => bulkUpdateFormTagsByFilter(context, request, input),
    editing,
  );
  serve(
    area,
    forms.bulkRemoveDeletedField,
    bulkRemoveDeletedFieldRequest,
    (request, input) => bulkRemoveDeletedFields(context, request, input),
    editing,
  );
}

function draftRoutes(area: Area, context: ServerContext): void {
  serve(area, forms.listFormDrafts, z.object({}), (request) => listFormDrafts(context, request), {
    authorize: requireEditor,
  });
  serve(area, forms.getFormDraft, formByIdRequest, (request, input) => getFormDraft(context, request, input), {
    authorize: requireEditor,
  });
  serve(
    area,
    forms.saveFormDraft,
    saveFormDraftRequest,
    (request, input) => saveFormDraft(context, request, input),
    editing,
  );
  serve(
    area,
    forms.discardFormDraft,
    formByIdRequest,
    (request, input) => discardFormDraft(context, request, input),
    editing,
  );
  serve(
    area,
    forms.publishFormDraft,
    publishFormDraftRequest,
    (request, input) => publishFormDraft(context, request, input),
    editing,
  );
}

function trashRoutes(area: Area, context: ServerContext): void {
  const trashed = { trashed: true };
  serve(
    area,
    forms.listDeletedForms,
    listDeletedFormsRequest,
    (request, input) => listDeletedForms(context, request, input),
    reading,
  );
  serve(
    area,
    forms.queryDeletedForms,
    queryFormsRequest,
    (request, input) => queryForms(context, request, input, trashed),
    reading,
  );
  serve(
    area,
    forms.countDeletedForms,
    countDeletedFormsRequest,
    (request, input) => countFormsByFilter(context, request, input, { trashed: true }),
    reading,
  );
  serve(
    area,
    forms.getDeletedForm,
    formByIdRequest,
    (request, input) => getDeletedForm(context, request, input),
    reading,
  );
  serve(
    area,
    forms.restoreFromTrashBin,
    formByIdRequest,
    (request, input) => restoreForm(context, request, input),
    editing,
  );
  serve(
    area,
    forms.removeFormFromTrashBin,
    formByIdRequest,
    (request, input) => removeFormFromTrash(context, request, input),
    editing,
  );
}

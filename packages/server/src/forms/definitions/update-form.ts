import type {
  BulkResponse,
  FormExtendedFieldsResponse,
  FormInput,
  FormResponse,
} from "@porchlight/contract/forms/form";
import type { FormField } from "@porchlight/contract/forms/form-fields";
import type {
  bulkRemoveDeletedFieldRequest,
  bulkUpdateFormTagsByFilterRequest,
  bulkUpdateFormTagsRequest,
  extendedFieldsRequest,
  updateFormRequest,
} from "@porchlight/contract/forms/schema";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import type { FormDefinition } from "../../platform/db/tables/form-tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { runBulk, toTagChange } from "../bulk-results.ts";
import { validateDefinition } from "../validation/validate-definition.ts";
import { hasPayment } from "./create-form.ts";
import { recordFormEvent } from "./form-events.ts";
import { formConditions, formQueryFields } from "./form-query-fields-sql.ts";
import { serializeForm } from "./form-serializer.ts";
import {
  type FormRow,
  type FormUpdate,
  lockForm,
  removeSubmittedValues,
  updateFormRow,
  updateFormTags,
} from "./forms-store.ts";

/** Deleted fields that a form remembers. Source: entities-forms.md, Form. */
const maxDeletedFields = 150;

/**
 * Updates the given properties of a form.
 *
 * @throws {InvalidArguments} for an invalid definition, or a changed target or namespace.
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`; `FORM_CHANGED` with the stored `revision`.
 */
export async function updateForm(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateFormRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  const { revision, ...input } = body.form;
  return changeForm(context, params.formId, (row) => {
    if (row.revision !== revision) throw new Refusal("FORM_CHANGED", { revision: row.revision });
    if (input.namespace !== undefined && input.namespace !== row.namespace)
      throw new InvalidArguments([violation("form.namespace", "cannot be changed", "FIELD_NOT_ALLOWED")]);
    return toFormUpdate(row, input);
  });
}

/** The columns that an update changes. @throws {InvalidArguments} for an invalid definition, or a changed target. */
export function toFormUpdate(row: FormRow, input: FormInput): FormUpdate {
  const { name, namespace: _, enabled, tags, ...given } = input;
  const stored = row.definition;
  const definition: FormDefinition = { ...stored, ...given };
  if (tags?.privateTags) definition.privateTags = tags.privateTags.tagIds ?? [];
  if (given.formFields) {
    requireSameTargets(stored.formFields ?? [], given.formFields);
    definition.deletedFormFields = deletedFields(stored, given.formFields);
  }
  const { privateTags: _tags, deletedFormFields: _deleted, ...whole } = definition;
  validateDefinition(whole);
  return {
    ...(name !== undefined && { name }),
    ...(enabled != null && { enabled }),
    ...(tags?.tags && { tags: [...new Set(tags.tags.tagIds)].sort() }),
    definition: JSON.stringify(definition),
    has_payment: hasPayment(whole),
  };
}

/** Values of submissions are stored by target. */
function requireSameTargets(stored: readonly FormField[], given: readonly FormField[]): void {
  const targets = new Map(stored.map(({ id, inputOptions }) => [id, inputOptions?.target]));
  const violations = given.flatMap(({ id, inputOptions }, index) => {
    const target = targets.get(id);
    return target === undefined || target === inputOptions?.target
      ? []
      : violation(
          `form.formFields.${index}.inputOptions.target`,
          `cannot be changed from "${target}"; add a new field`,
        );
  });
  if (violations.length > 0) throw new InvalidArguments(violations);
}

function deletedFields(stored: FormDefinition, given: readonly FormField[]): FormField[] {
  const ids = new Set(given.map(({ id }) => id));
  const removed = (stored.formFields ?? []).filter(({ id, inputOptions }) => inputOptions && !ids.has(id));
  const former = (stored.deletedFormFields ?? []).filter(({ id }) => !ids.has(id));
  return [...removed, ...former].slice(0, maxDeletedFields);
}

/**
 * Sets the data of a namespace of extended fields; `null` removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function updateFormExtendedFields(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof extendedFieldsRequest>,
): Promise<FormExtendedFieldsResponse> {
  requireEditor(caller);
  const response = await changeForm(context, params.id, ({ definition }) => {
    const { [body.namespace]: _, ...others } = definition.extendedFields?.namespaces ?? {};
    const namespaces = body.namespaceData ? { ...others, [body.namespace]: body.namespaceData } : others;
    return { definition: JSON.stringify({ ...definition, extendedFields: { namespaces } }) };
  });
  return { ...response, namespace: body.namespace, namespaceData: body.namespaceData };
}

/**
 * Permanently removes deleted fields, with their values in all submissions. Unknown ids are ignored.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function bulkRemoveDeletedFields(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkRemoveDeletedFieldRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  const siteId = context.site.id;
  const row = await context.db.transaction().execute(async (tx) => {
    const form = await lockForm(tx, siteId, body.formId);
    if (!form) throw new Refusal("FORM_NOT_FOUND");
    const { deletedFormFields = [], formFields = [] } = form.definition;
    const current = new Set(formFields.flatMap(({ inputOptions }) => inputOptions?.target ?? []));
    const removed = deletedFormFields.filter(({ id }) => body.fieldsIds.includes(id));
    const targets = removed.flatMap(({ inputOptions }) => inputOptions?.target ?? []);
    await removeSubmittedValues(
      tx,
      siteId,
      form.id,
      targets.filter((target) => !current.has(target)),
    );
    const definition = {
      ...form.definition,
      deletedFormFields: deletedFormFields.filter((field) => !removed.includes(field)),
    };
    return updateFormRow(tx, siteId, form.id, { definition: JSON.stringify(definition) }, context.now());
  });
  return { form: serializeForm(row, { isPrivate: true }) };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkUpdateFormTags(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkUpdateFormTagsRequest>,
): Promise<BulkResponse<never>> {
  requireEditor(caller);
  const { db, site } = context;
  const changed = await updateFormTags(db, site.id, formConditions.ids(body.formIds), toTagChange(body), context.now());
  const found = new Set(changed);
  return runBulk(body.formIds, async (id) => {
    if (!found.has(id.toLowerCase())) throw new Refusal("FORM_NOT_FOUND");
    return { id };
  });
}

/** Returns after the update. @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid filter. */
export async function bulkUpdateFormTagsByFilter(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkUpdateFormTagsByFilterRequest>,
): Promise<{ jobId: string }> {
  requireEditor(caller);
  const { condition } = compileFilter(body.filter, formQueryFields, "filter");
  await updateFormTags(context.db, context.site.id, condition, toTagChange(body), context.now());
  return { jobId: newId(context.now().getTime()) };
}

/** Locks a form, applies `update` to it, and records the event. @throws {Refusal} `FORM_NOT_FOUND`. */
async function changeForm(
  context: ServerContext,
  id: string,
  update: (row: FormRow) => FormUpdate,
): Promise<FormResponse> {
  const row = await context.db.transaction().execute(async (tx) => {
    const form = await lockForm(tx, context.site.id, id);
    if (!form) throw new Refusal("FORM_NOT_FOUND");
    const updated = await updateFormRow(tx, context.site.id, form.id, update(form), context.now());
    await recordFormEvent(tx, context, "updated", updated);
    return updated;
  });
  context.wakeWebhooks();
  return { form: serializeForm(row, { isPrivate: true }) };
}

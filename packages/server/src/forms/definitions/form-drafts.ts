import type {
  FormDraftResponse,
  FormResponse,
  ListFormDraftsResponse,
  StoredFormDraft,
} from "@porchlight/contract/forms/form";
import {
  type formByIdRequest,
  formInput,
  type publishFormDraftRequest,
  type saveFormDraftRequest,
} from "@porchlight/contract/forms/schema";
import * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isRepeatedSave } from "../../platform/db/idempotent-saves-store.ts";
import { validate } from "../../platform/http/validation.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findStaffName } from "../staff-names-store.ts";
import {
  deleteFormDraft,
  type FormDraftRow,
  findFormDraft,
  findFormDrafts,
  upsertFormDraft,
} from "./form-drafts-store.ts";
import { recordFormEvent } from "./form-events.ts";
import { serializeForm } from "./form-serializer.ts";
import { findForm, lockForm, updateFormRow } from "./forms-store.ts";
import { toFormUpdate } from "./update-form.ts";

type ById = Pick<z.output<typeof formByIdRequest>, "params">;

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function listFormDrafts(
  { db, site }: ServerContext,
  { caller }: Requester,
): Promise<ListFormDraftsResponse> {
  requireEditor(caller);
  const rows = await findFormDrafts(db, site.id);
  return {
    drafts: rows.map(({ form_id: formId, updated_at: at, updated_by: by }) => ({
      formId,
      updatedDate: at.toISOString(),
      ...(by !== null && { updatedBy: by }),
    })),
  };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`. */
export async function getFormDraft(
  { db, site }: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<FormDraftResponse> {
  requireEditor(caller);
  if (!(await findForm(db, site.id, params.formId))) throw new Refusal("FORM_NOT_FOUND");
  const row = await findFormDraft(db, site.id, params.formId);
  return row ? { draft: serializeDraft(row) } : {};
}

/**
 * Stores the draft of a form, which may be incomplete.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`; `FORM_CHANGED` if someone has saved another draft, with its
 *   `revision`.
 */
export async function saveFormDraft(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof saveFormDraftRequest>,
): Promise<Required<FormDraftResponse>> {
  requireEditor(caller);
  const { db, site } = context;
  const by = await findStaffName(db, site.id, caller);
  const row = await db.transaction().execute(async (tx) => {
    if (!(await lockForm(tx, site.id, params.formId))) throw new Refusal("FORM_NOT_FOUND");
    const stored = await findFormDraft(tx, site.id, params.formId);
    if (stored && isRepeatedSave(body, stored)) return stored;
    if (stored?.revision !== body.revision) throw changedBy(stored);
    const change = { form: JSON.stringify(body.form), at: context.now(), by, key: body.idempotencyKey ?? null };
    await upsertFormDraft(tx, site.id, params.formId, change);
    return findFormDraft(tx, site.id, params.formId);
  });
  return { draft: serializeDraft(row!) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`. */
export async function discardFormDraft(
  { db, site }: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<Record<never, never>> {
  requireEditor(caller);
  if (!(await findForm(db, site.id, params.formId))) throw new Refusal("FORM_NOT_FOUND");
  await deleteFormDraft(db, site.id, params.formId);
  return {};
}

const publishable = z.object({ body: z.object({ form: formInput }) });

/**
 * Updates a form with its draft, and removes the draft.
 *
 * @throws {InvalidArguments} for an invalid definition.
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`, `FORM_DRAFT_NOT_FOUND`; `FORM_CHANGED` if someone has saved
 *   another draft, or the published form has changed since, unless `overwrite` is set.
 */
export async function publishFormDraft(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof publishFormDraftRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  const { db, site } = context;
  const row = await db.transaction().execute(async (tx) => {
    const form = await lockForm(tx, site.id, params.formId);
    if (!form) throw new Refusal("FORM_NOT_FOUND");
    const draft = await findFormDraft(tx, site.id, form.id);
    if (!draft) throw new Refusal("FORM_DRAFT_NOT_FOUND");
    if (draft.revision !== body.revision) throw changedBy(draft);
    if (draft.is_outdated && !body.overwrite) throw new Refusal("FORM_CHANGED", { revision: draft.revision });
    const { form: stored } = validate(publishable, { body: { form: draft.form } }).body;
    // The list opens and closes forms.
    const { namespace: _, enabled: _enabled, ...input } = stored;
    const updated = await updateFormRow(tx, site.id, form.id, toFormUpdate(form, input), context.now());
    await deleteFormDraft(tx, site.id, form.id);
    await recordFormEvent(tx, context, "updated", updated);
    await recordAuditEvent(tx, context, "form-published", { by: caller, details: { formId: form.id } });
    return updated;
  });
  context.wakeWebhooks();
  return { form: serializeForm(row, { isPrivate: true }) };
}

const changedBy = (draft: FormDraftRow | undefined) =>
  new Refusal("FORM_CHANGED", draft && { revision: draft.revision, ...(draft.updated_by && { by: draft.updated_by }) });

const serializeDraft = (row: FormDraftRow): StoredFormDraft => ({
  formId: row.form_id,
  form: row.form,
  revision: row.revision,
  isOutdated: row.is_outdated,
  updatedDate: row.updated_at.toISOString(),
  ...(row.updated_by !== null && { updatedBy: row.updated_by }),
});

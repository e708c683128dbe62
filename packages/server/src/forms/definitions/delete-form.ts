import type { BulkResponse, FormResponse } from "@porchlight/contract/forms/form";
import type { bulkDeleteFormsRequest, deleteFormRequest, formByIdRequest } from "@porchlight/contract/forms/schema";
import type { Transaction } from "kysely";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { runBulk } from "../bulk-results.ts";
import { recordFormEvent } from "./form-events.ts";
import { serializeForm } from "./form-serializer.ts";
import { deleteFormRow, lockForm, updateFormRow } from "./forms-store.ts";

/**
 * Moves a form to the trash bin, or removes it with its submissions.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function deleteForm(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: z.output<typeof deleteFormRequest>,
): Promise<Record<never, never>> {
  requireEditor(caller);
  await context.db.transaction().execute((tx) => discardForm(tx, context, params.formId, query.permanent ?? false));
  context.wakeWebhooks();
  return {};
}

/** Deletes forms independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkDeleteForms(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkDeleteFormsRequest>,
): Promise<BulkResponse<never>> {
  requireEditor(caller);
  const response = await runBulk<string, never>(body.formIds, async (id) => {
    await context.db.transaction().execute((tx) => discardForm(tx, context, id, body.permanent ?? false));
    return { id };
  });
  context.wakeWebhooks();
  return response;
}

async function discardForm(tx: Transaction<Tables>, context: TxContext, id: string, permanent: boolean): Promise<void> {
  const siteId = context.site.id;
  const form = await lockForm(tx, siteId, id);
  if (form) {
    if (permanent) await deleteFormRow(tx, siteId, form.id, { onlyTrashed: false });
    else await updateFormRow(tx, siteId, form.id, { deleted_at: context.now() }, context.now());
    return recordFormEvent(tx, context, "deleted", form);
  }
  // From the trash bin, of which the event was recorded before.
  if (!permanent || !(await deleteFormRow(tx, siteId, id, { onlyTrashed: true }))) throw new Refusal("FORM_NOT_FOUND");
}

/** @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND` if it is not in the trash bin. */
export async function restoreForm(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof formByIdRequest>, "params">,
): Promise<FormResponse> {
  requireEditor(caller);
  const row = await context.db.transaction().execute(async (tx) => {
    const form = await lockForm(tx, context.site.id, params.formId, { trashed: true });
    if (!form) throw new Refusal("FORM_NOT_FOUND");
    const restored = await updateFormRow(tx, context.site.id, form.id, { deleted_at: null }, context.now());
    await recordFormEvent(tx, context, "created", restored);
    return restored;
  });
  context.wakeWebhooks();
  return { form: serializeForm(row, { isPrivate: true }) };
}

/**
 * Permanently removes a form in the trash bin, with its submissions.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND` if it is not there.
 */
export async function removeFormFromTrash(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof formByIdRequest>, "params">,
): Promise<Record<never, never>> {
  requireEditor(caller);
  const removed = await context.db
    .transaction()
    .execute((tx) => deleteFormRow(tx, context.site.id, params.formId, { onlyTrashed: true }));
  if (!removed) throw new Refusal("FORM_NOT_FOUND");
  return {};
}

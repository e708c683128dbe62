import type { BulkResponse, Form, FormInput, FormResponse } from "@porchlight/contract/forms/form";
import { defaultFormNamespace } from "@porchlight/contract/forms/form-values";
import type { bulkCreateFormsRequest, createFormRequest } from "@porchlight/contract/forms/schema";
import type { Insertable } from "kysely";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { runBulk } from "../bulk-results.ts";
import { validateDefinition } from "../validation/validate-definition.ts";
import { recordFormEvent } from "./form-events.ts";
import { serializeForm } from "./form-serializer.ts";
import { insertForm } from "./forms-store.ts";

/** @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid definition. */
export async function createForm(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof createFormRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  return { form: await storeForm(context, body.form) };
}

/** Creates forms independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCreateForms(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkCreateFormsRequest>,
): Promise<BulkResponse<Form>> {
  requireEditor(caller);
  return runBulk(body.forms, async (input) => {
    const form = await storeForm(context, input);
    return { id: form.id, ...(body.returnEntity && { item: form }) };
  });
}

/**
 * Validates and stores a new form.
 *
 * @param id Default: a new one.
 * @throws {InvalidArguments} for an invalid definition. @throws {Refusal} `FORM_EXISTS` if a form has this `id`.
 */
export async function storeForm(context: ServerContext, input: FormInput, id?: string): Promise<Form> {
  validateDefinition(input);
  const at = context.now();
  const { name = null, namespace = defaultFormNamespace, enabled, tags, ...definition } = input;
  const form: Insertable<Tables["forms"]> = {
    site_id: context.site.id,
    id: id ?? newId(at.getTime()),
    namespace,
    name,
    enabled: enabled ?? true,
    definition: JSON.stringify({ ...definition, ...(tags?.privateTags && { privateTags: tags.privateTags.tagIds }) }),
    tags: [...new Set(tags?.tags?.tagIds)].sort(),
    has_payment: hasPayment(input),
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  const row = await context.db
    .transaction()
    .execute(async (tx) => {
      const inserted = await insertForm(tx, form);
      await recordFormEvent(tx, context, "created", inserted);
      return inserted;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "forms_pkey") ? new Refusal("FORM_EXISTS") : error;
    });
  context.wakeWebhooks();
  return serializeForm(row, { isPrivate: true });
}

/** Whether submissions of a form may require a payment. */
export const hasPayment = ({ formFields = [] }: Pick<FormInput, "formFields">): boolean =>
  formFields.some(({ inputOptions }) => inputOptions?.inputType === "PAYMENT");

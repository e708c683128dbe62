import type { FormResponse, FormSummary } from "@porchlight/contract/forms/form";
import type { formByIdRequest } from "@porchlight/contract/forms/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isReader, requireReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { serializeForm, summarizeField } from "./form-serializer.ts";
import { findForm } from "./forms-store.ts";

type ById = Pick<z.output<typeof formByIdRequest>, "params">;

/** @throws {Refusal} `FORM_NOT_FOUND`. */
export async function getForm(context: ServerContext, { caller }: Requester, { params }: ById): Promise<FormResponse> {
  const row = await findForm(context.db, context.site.id, params.formId);
  if (!row) throw new Refusal("FORM_NOT_FOUND");
  const form = serializeForm(row, { isPrivate: isReader(caller) });
  return { form: row.has_payment ? { ...form, currency: (await context.settings.read()).formCurrency } : form };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND` if it is not in the trash bin. */
export async function getDeletedForm(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<FormResponse> {
  requireReader(caller);
  const row = await findForm(context.db, context.site.id, params.formId, { trashed: true });
  if (!row) throw new Refusal("FORM_NOT_FOUND");
  return { form: serializeForm(row, { isPrivate: true }) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`. */
export async function getFormSummary(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<{ formSummary: FormSummary }> {
  requireReader(caller);
  const row = await findForm(context.db, context.site.id, params.formId);
  if (!row) throw new Refusal("FORM_NOT_FOUND");
  const { formFields = [], deletedFormFields = [] } = row.definition;
  const fields = [
    ...formFields.flatMap((field) => summarizeField(field)),
    ...deletedFormFields.flatMap((field) => summarizeField(field, true)),
  ];
  return { formSummary: { formId: row.id, fields } };
}

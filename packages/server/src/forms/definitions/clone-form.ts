import { randomUUID } from "node:crypto";
import type { BulkResponse, Form, FormInput, FormResponse } from "@porchlight/contract/forms/form";
import type {
  bulkCloneFormsRequest,
  cloneFormFromTemplateRequest,
  cloneFormRequest,
} from "@porchlight/contract/forms/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { chooseLanguage } from "../../platform/i18n/texts.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { runBulk } from "../bulk-results.ts";
import { storeForm } from "./create-form.ts";
import { formOfTemplate } from "./form-templates.ts";
import { type FormRow, findForm } from "./forms-store.ts";

/**
 * Copies a form without its submissions. Fields, steps and rules of the copy have new ids.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function cloneForm(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof cloneFormRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  return { form: await copyForm(context, params.formId, body.name) };
}

/** Clones forms independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCloneForms(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkCloneFormsRequest>,
): Promise<BulkResponse<Form>> {
  requireEditor(caller);
  return runBulk(body.formIds, async (id) => {
    const form = await copyForm(context, id);
    return { id: form.id, ...(body.returnEntity && { item: form }) };
  });
}

async function copyForm(context: ServerContext, id: string, name?: string | null): Promise<Form> {
  const row = await findForm(context.db, context.site.id, id);
  if (!row) throw new Refusal("FORM_NOT_FOUND");
  return storeForm(context, { ...withNewIds(row), name: name === undefined ? row.name : name });
}

/**
 * Creates a form from a built-in template, or as a copy of a form of the site.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`; `FORM_EXISTS` with `useTemplateId`.
 */
export async function cloneFormFromTemplate(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof cloneFormFromTemplateRequest>,
): Promise<FormResponse> {
  requireEditor(caller);
  const templateId = body.templateId.toLowerCase();
  const { db, site } = context;
  const stored = await findForm(db, site.id, templateId);
  const input = formOfTemplate(templateId, chooseLanguage(site.language)) ?? (stored && withNewIds(stored));
  if (!input) throw new Refusal("FORM_NOT_FOUND");
  const form = { name: stored?.name ?? null, ...input, namespace: body.namespace };
  return { form: await storeForm(context, form, body.useTemplateId ? templateId : undefined) };
}

/** Every id is replaced wherever it occurs, also in layouts and rules. */
function withNewIds({ namespace, enabled, tags, definition }: FormRow): FormInput {
  const { privateTags, deletedFormFields: _, ...copied } = definition;
  const ids = [...(copied.formFields ?? []), ...(copied.steps ?? []), ...(copied.formRules ?? [])].map(({ id }) => id);
  const replaced = new Map(ids.map((id) => [id, randomUUID()]));
  const copy: FormInput = JSON.parse(JSON.stringify(copied), (key, value: unknown) =>
    (key === "id" || key === "fieldId") && typeof value === "string" ? (replaced.get(value) ?? value) : value,
  );
  return {
    ...copy,
    namespace,
    enabled,
    tags: { tags: { tagIds: tags }, ...(privateTags && { privateTags: { tagIds: privateTags } }) },
  };
}

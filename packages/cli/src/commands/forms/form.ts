import type { Form } from "@porchlight/contract/forms/form";
import { createFormRequest } from "@porchlight/contract/forms/schema";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { checkShape, readDefinitionFile } from "../../runtime/parse-collection-file.ts";

const schema = createFormRequest.shape.body.shape.form;
/** Read-only properties of a form: a definition may be the output of `form show --json`. */
const readOnlyKeys = new Set(
  "id revision createdDate updatedDate kind properties fields fieldsV2 rules deletedFields deletedFieldsV2 deletedFormFields nestedForms fieldGroups postSubmissionTriggers mediaFolderId".split(
    " ",
  ),
);

/** `porchlight form create <file>` */
export async function createForm(io: Io, file: string, options: CommonOptions): Promise<void> {
  const form = readDefinitionFile(file, "form", (value) => checkShape(schema, value, "a form", [], readOnlyKeys));
  const created = await withOperator(
    io,
    options,
    (context) =>
      server.createForm(context, { caller: owner }, { body: { form } }).catch((error: unknown) => {
        if (!(error instanceof server.InvalidArguments)) throw error;
        const shown = file === "-" ? "standard input" : file;
        const lines = error.violations.map(
          ({ field, description }) => `${shown}: ${field.replace(/^form\./, "")} ${description}.`,
        );
        throw new Failure(lines.join("\n"));
      }),
    { begins: true },
  );
  const { id, name, formFields } = created.form;
  printResult(
    io,
    created.form,
    `Created the form ${id}${name ? `, "${name}"` : ""}, with fields: ${formFields.length}.`,
  );
}

/** `porchlight form list` */
export async function listForms(io: Io, options: CommonOptions): Promise<void> {
  const forms = await withOperator(io, options, (context) => server.listAllForms(context, { caller: owner }));
  const rows = forms.map(({ id, name, enabled, formFields, updatedDate }) => [
    id,
    name ?? "",
    String(formFields.length),
    enabled ? "open" : "closed",
    updatedDate.slice(0, 10),
  ]);
  const text =
    rows.length === 0
      ? "There are no forms. This creates one: porchlight form create FILE.json"
      : formatTable(["id", "name", "fields", "state", "changed"], rows);
  printResult(io, { forms }, text);
}

/** `porchlight form show <id>` */
export async function showForm(io: Io, id: string, options: CommonOptions): Promise<void> {
  const { form } = await withOperator(io, options, (context) =>
    server.getForm(context, { caller: owner }, { params: { formId: requireId(id) } }).catch(unknownForm(id)),
  );
  printResult(io, form, describeForm(form));
}

/** `porchlight form remove <id>` */
export async function removeForm(io: Io, id: string, options: CommonOptions & { yes?: boolean }): Promise<void> {
  await withOperator(io, options, async (context) => {
    const params = { formId: requireId(id) };
    const { form } = await server.getForm(context, { caller: owner }, { params }).catch(unknownForm(id));
    if (!options.yes)
      throw new Failure(
        `This would remove the form "${form.name ?? id}" and, after 30 days, its submissions. If that is what you want, add --yes.`,
      );
    await server.deleteForm(context, { caller: owner }, { params, query: {} }).catch(unknownForm(id));
  });
  printResult(io, { id, removed: true }, `Removed ${id}. It stays in the trash bin for 30 days.`);
}

/** @throws {Failure} for text that cannot be an id. */
export function requireId(id: string): string {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : unknownForm(id)();
}

/** @throws {Failure} in place of the server's error for an unknown form. */
export function unknownForm(id: string) {
  return (error?: unknown): never => {
    if (error === undefined || (error instanceof server.Refusal && error.code === "FORM_NOT_FOUND"))
      throw new Failure(`There is no form "${id}". This lists them: porchlight form list`);
    throw error;
  };
}

function describeForm({ id, name, enabled, revision, updatedDate, formFields }: Form): string {
  const rows = formFields.flatMap(({ hidden, inputOptions }) =>
    inputOptions
      ? [
          [
            inputOptions.target,
            inputOptions.inputType,
            [inputOptions.required && "required", hidden && "hidden"].filter(Boolean).join(", "),
          ],
        ]
      : [],
  );
  const lines = [
    name ? `${id}, "${name}"` : id,
    `${enabled ? "Open" : "Closed"}. Revision ${revision}, ${updatedDate.slice(0, 10)}.`,
    "",
    rows.length === 0 ? "It has no fields." : formatTable(["field", "type", ""], rows),
  ];
  return lines.join("\n");
}

import type { Form, FormField, FormInput, FormRule } from "@porchlight/client/forms";
import { fieldIdsOf } from "@porchlight/contract/forms/rules";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";

/** A page of the form, above its fields. */
export type FormPage = Form["steps"][number];

/** A row of the list: a field, or the start of a page. Its identity changes only with its content. */
export type Row =
  | { _id: string; field: FormField; page?: undefined }
  | { _id: string; page: FormPage; field?: undefined };

/** Properties of a form that are neither fields, pages nor rules. */
export type FormSettings = Omit<FormInput, "formFields" | "steps" | "formRules" | "enabled" | "namespace" | "tags">;

/** The definition of a form while it is edited. */
export interface BuilderState {
  rows: readonly Row[];
  rules: readonly FormRule[];
  settings: FormSettings;
  /** The page of a form with one page, which the list does not show. */
  onlyPage?: FormPage | undefined;
}

const fieldRow = (field: FormField): Row => ({ _id: field._id, field });
const pageRow = (page: FormPage): Row => ({ _id: page._id, page });

/** Converts a definition, which may be incomplete, for editing. */
export function toBuilderState(form: FormInput | Form): BuilderState {
  const { formFields = [], steps = [], formRules = [] } = form;
  const byId = new Map(formFields.map((field) => [field._id, field]));
  const used = new Set<string>();
  const pages = steps.map((page) => ({
    page,
    fields: fieldIdsOf(page).flatMap((id) => {
      const field = used.has(id) ? undefined : byId.get(id);
      if (field) used.add(id);
      return field ?? [];
    }),
  }));
  const remaining = formFields.filter(({ _id }) => !used.has(_id));
  pages.findLast(({ page }) => !page.hidden)?.fields.push(...remaining);
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])),
  );
  const base = { rules: formRules, settings };
  if (pages.length === 0) return { ...base, rows: formFields.map(fieldRow) };
  if (pages.length === 1) return { ...base, rows: pages[0]!.fields.map(fieldRow), onlyPage: pages[0]!.page };
  return { ...base, rows: pages.flatMap(({ page, fields }) => [pageRow(page), ...fields.map(fieldRow)]) };
}

const settingNames = [
  "name",
  "limitationRule",
  "spamFilterProtectionLevel",
  "requiredIndicatorProperties",
  "submitSettings",
  "disabledFormMessage",
  "notifications",
  "quizSettings",
  "autoFillContact",
  "submissionAccess",
  "extendedFields",
] as const satisfies readonly (keyof FormSettings)[];

/** The definition to save. */
export function toFormInput({ rows, rules, settings, onlyPage }: BuilderState): FormInput {
  const pages: { page: FormPage; ids: string[] }[] = onlyPage ? [{ page: onlyPage, ids: [] }] : [];
  for (const { page, _id } of rows) {
    if (page) pages.push({ page, ids: [] });
    else pages.at(-1)?.ids.push(_id);
  }
  return { ...settings, formFields: fieldsOf(rows), steps: pages.map(layOut), formRules: [...rules] };
}

/** A layout with columns stays while the order of the fields does. */
function layOut({ page, ids }: { page: FormPage; ids: string[] }): FormPage {
  if (fieldIdsOf(page).join() === ids.join()) return page;
  const items = ids.map((fieldId, row) => ({ fieldId, row, column: 0, width: 12, height: 1 }));
  return { ...page, layout: { large: { items } } };
}

/** The fields of all pages, in order. */
export const fieldsOf = (rows: readonly Row[]): FormField[] => rows.flatMap(({ field }) => field ?? []);

/** The keys of the values of a form. */
export const targetsOf = (rows: readonly Row[]): Set<string> =>
  new Set(fieldsOf(rows).flatMap(({ inputOptions }) => inputOptions?.target ?? []));

/** The start of a page comes first if there are pages. */
function withFirstPage(state: BuilderState, rows: readonly Row[]): BuilderState {
  const index = rows.findIndex(({ page }) => page);
  if (index <= 0) return { ...state, rows };
  const first = rows[index]!;
  return { ...state, rows: [first, ...rows.slice(0, index), ...rows.slice(index + 1)] };
}

/** Inserts a row at an index, unless the list has it already. */
export function insertRow(state: BuilderState, row: Row, index: number): BuilderState {
  if (state.rows.some(({ _id }) => _id === row._id)) return state;
  return withFirstPage(state, state.rows.toSpliced(index, 0, row));
}

/** Adds a field after a row; without one, at the end. */
export function addField(state: BuilderState, field: FormField, afterId?: string): BuilderState {
  const index = state.rows.findIndex(({ _id }) => _id === afterId);
  return insertRow(state, fieldRow(field), index < 0 ? state.rows.length : index + 1);
}

/** Starts a page after a row; without one, at the end. The first page of a form starts before all fields. */
export function addPage(state: BuilderState, afterId?: string): BuilderState {
  const { onlyPage, ...rest } = state;
  const hasPages = state.rows.some(({ page }) => page);
  const rows = hasPages ? state.rows : [pageRow(onlyPage ?? { _id: randomUuid(), name: null }), ...state.rows];
  const index = rows.findIndex(({ _id }) => _id === afterId);
  const page = pageRow({ _id: randomUuid(), name: null });
  return { ...rest, rows: rows.toSpliced(index < 0 ? rows.length : index + 1, 0, page) };
}

/** Removes a row. The fields of a removed page belong to the page before it, or to the next one. */
export const removeRow = (state: BuilderState, id: string): BuilderState =>
  withFirstPage(
    state,
    state.rows.filter(({ _id }) => _id !== id),
  );

/** Moves rows before or after another one. */
export function moveRows(
  state: BuilderState,
  ids: ReadonlySet<string>,
  targetId: string,
  position: "before" | "after",
): BuilderState {
  const moved = state.rows.filter(({ _id }) => ids.has(_id));
  const others = state.rows.filter(({ _id }) => !ids.has(_id));
  const index = others.findIndex(({ _id }) => _id === targetId);
  if (index < 0) return state;
  return withFirstPage(state, others.toSpliced(position === "after" ? index + 1 : index, 0, ...moved));
}

/** Moves a row up (-1) or down (1). */
export function moveRow(state: BuilderState, id: string, offset: 1 | -1): BuilderState {
  const index = state.rows.findIndex(({ _id }) => _id === id);
  const target = state.rows[index + offset];
  return index < 0 || !target ? state : moveRows(state, new Set([id]), target._id, offset > 0 ? "after" : "before");
}

/** Replaces a field. Rules follow a changed key of its value. */
export function changeField(state: BuilderState, field: FormField): BuilderState {
  const before = state.rows.find(({ _id }) => _id === field._id)?.field?.inputOptions?.target;
  const after = field.inputOptions?.target;
  const rows = state.rows.map((row) => (row._id === field._id ? fieldRow(field) : row));
  if (before === undefined || after === undefined || before === after) return { ...state, rows };
  const { notifications } = state.settings;
  const settings =
    notifications?.confirmationTarget === before
      ? { ...state.settings, notifications: { ...notifications, confirmationTarget: after } }
      : state.settings;
  return { ...state, rows, settings, rules: state.rules.map((rule) => renameTarget(rule, before, after)) };
}

function renameTarget(rule: FormRule, before: string, after: string): FormRule {
  type Node = NonNullable<FormRule["expression"]>;
  const rename = ({ and, or, condition }: Node): Node => ({
    ...(and && { and: { conditions: and.conditions.map(rename) } }),
    ...(or && { or: { conditions: or.conditions.map(rename) } }),
    ...(condition && { condition: condition.target === before ? { ...condition, target: after } : condition }),
  });
  return rule.expression ? { ...rule, expression: rename(rule.expression) } : rule;
}

/** Replaces a page. */
export const changePage = (state: BuilderState, page: FormPage): BuilderState => ({
  ...state,
  rows: state.rows.map((row) => (row._id === page._id ? pageRow(page) : row)),
});

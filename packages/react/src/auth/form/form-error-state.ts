import type { AuthFieldName, FormError } from "./form-error.ts";

/** What is wrong with a form. Fields change while the person corrects them; the summary stays until the next try. */
export interface FormErrorState {
  readonly summary: readonly FormError[];
  readonly fields: Readonly<Partial<Record<AuthFieldName, FormError>>>;
  /** How often the form has failed. */
  readonly failures: number;
}

export const noErrors: FormErrorState = { summary: [], fields: {}, failures: 0 };

/** After a failed try: one error per field, in the order given. */
export function withErrors(before: FormErrorState, issues: readonly FormError[]): FormErrorState {
  const fields: Partial<Record<AuthFieldName, FormError>> = {};
  const summary: FormError[] = [];
  for (const issue of issues) {
    if (issue.field && fields[issue.field]) continue;
    summary.push(issue);
    if (issue.field) fields[issue.field] = issue;
  }
  return { summary, fields, failures: before.failures + 1 };
}

/** After a failed try whose error is said at its field alone. */
export function withFieldError(before: FormErrorState, issue: FormError): FormErrorState {
  return { ...withErrors(before, [issue]), summary: [] };
}

/** When a try begins. */
export function withoutErrors(before: FormErrorState): FormErrorState {
  return { ...noErrors, failures: before.failures };
}

/** A failed field was left: its error is what the check says now. A field that had not failed is left in peace. */
export function revalidateField(
  before: FormErrorState,
  name: AuthFieldName,
  found: FormError | undefined,
): FormErrorState {
  const shown = before.fields[name];
  if (!shown || shown.key === found?.key) return before;
  return withField(before, name, found);
}

/**
 * A failed field was edited. The error goes as soon as the check is content; `found` is what the check says.
 * What only the server could know goes with the first change that the check is content with.
 */
export function updateEditedField(
  before: FormErrorState,
  name: AuthFieldName,
  found: FormError | undefined,
): FormErrorState {
  const shown = findFieldError(before, name);
  if (!shown?.field || found) return before;
  return withField(before, shown.field, undefined);
}

/** The field where the error of `name` is said: itself, or the one that marks it. */
export function findFieldError(issues: FormErrorState, name: AuthFieldName): FormError | undefined {
  return issues.fields[name] ?? Object.values(issues.fields).find((issue) => issue.relatedField === name);
}

function withField(before: FormErrorState, name: AuthFieldName, issue: FormError | undefined): FormErrorState {
  const { [name]: _, ...others } = before.fields;
  return { ...before, fields: issue ? { ...others, [name]: issue } : others };
}

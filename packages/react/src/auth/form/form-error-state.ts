import type { AuthFieldName, FormError } from "./form-error.ts";

/** The errors of a form. Field errors change during input; the summary stays until the next submission. */
export interface FormErrorState {
  readonly summary: readonly FormError[];
  readonly fields: Readonly<Partial<Record<AuthFieldName, FormError>>>;
  /** Number of failed submissions. */
  readonly failures: number;
}

export const noErrors: FormErrorState = { summary: [], fields: {}, failures: 0 };

/** After a failed submission: one error per field, in the given order. */
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

/** After a failed submission whose error is shown only at its field. */
export function withFieldError(before: FormErrorState, issue: FormError): FormErrorState {
  return { ...withErrors(before, [issue]), summary: [] };
}

/** When a submission starts. */
export function withoutErrors(before: FormErrorState): FormErrorState {
  return { ...noErrors, failures: before.failures };
}

/** Validates a failed field again on blur. Fields without errors are not checked. */
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
 * Updates a failed field on input: its error disappears once validation (`found`) passes, a server error with the first
 * valid change.
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

/** The error to show at `name`: its own, or one that refers to it. */
export function findFieldError(issues: FormErrorState, name: AuthFieldName): FormError | undefined {
  return issues.fields[name] ?? Object.values(issues.fields).find((issue) => issue.relatedField === name);
}

function withField(before: FormErrorState, name: AuthFieldName, issue: FormError | undefined): FormErrorState {
  const { [name]: _, ...others } = before.fields;
  return { ...before, fields: issue ? { ...others, [name]: issue } : others };
}

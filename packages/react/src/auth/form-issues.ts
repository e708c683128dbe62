import type { AuthFieldName, Issue } from "./issue.ts";

/** What is wrong with a form. Fields change while the person corrects them; the summary stays until the next try. */
export interface FormIssues {
  readonly summary: readonly Issue[];
  readonly fields: Readonly<Partial<Record<AuthFieldName, Issue>>>;
  /** How often the form has failed. */
  readonly failures: number;
}

export const noIssues: FormIssues = { summary: [], fields: {}, failures: 0 };

/** After a failed try: one error per field, in the order given. */
export function failWith(before: FormIssues, issues: readonly Issue[]): FormIssues {
  const fields: Partial<Record<AuthFieldName, Issue>> = {};
  const summary: Issue[] = [];
  for (const issue of issues) {
    if (issue.field && fields[issue.field]) continue;
    summary.push(issue);
    if (issue.field) fields[issue.field] = issue;
  }
  return { summary, fields, failures: before.failures + 1 };
}

/** After a failed try whose error is said at its field alone. */
export function failInField(before: FormIssues, issue: Issue): FormIssues {
  return { ...failWith(before, [issue]), summary: [] };
}

/** When a try begins. */
export function clearIssues(before: FormIssues): FormIssues {
  return { ...noIssues, failures: before.failures };
}

/** A failed field was left: its error is what the check says now. A field that had not failed is left in peace. */
export function recheckField(before: FormIssues, name: AuthFieldName, found: Issue | undefined): FormIssues {
  const shown = before.fields[name];
  if (!shown || shown.key === found?.key) return before;
  return withField(before, name, found);
}

/**
 * A failed field was edited. The error goes as soon as the check is content; `found` is what the check says.
 * What only the server could know goes with the first change that the check is content with.
 */
export function editField(before: FormIssues, name: AuthFieldName, found: Issue | undefined): FormIssues {
  const shown = findShown(before, name);
  if (!shown?.field || found) return before;
  return withField(before, shown.field, undefined);
}

/** The field where the error of `name` is said: itself, or the one that marks it. */
export function findShown(issues: FormIssues, name: AuthFieldName): Issue | undefined {
  return issues.fields[name] ?? Object.values(issues.fields).find((issue) => issue.alsoMarks === name);
}

function withField(before: FormIssues, name: AuthFieldName, issue: Issue | undefined): FormIssues {
  const { [name]: _, ...others } = before.fields;
  return { ...before, fields: issue ? { ...others, [name]: issue } : others };
}

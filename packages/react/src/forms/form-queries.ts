import type { Form, FormSubmission } from "@porchlight/client/forms";
import type { MemberClient } from "../auth/member-client.ts";
import { identityKey, type QueryDescription, siteKey } from "../read/query-description.ts";
import { requireModule } from "../require-module.ts";
import type { FormsClient } from "./form-client.ts";

/** A form. @throws {Error} if the client was created without the module. */
export function describeForm(client: Pick<FormsClient, "forms">, formId: string): QueryDescription<Form> {
  const forms = requireModule(client.forms, "forms", "forms");
  return {
    queryKey: [siteKey, "form", formId.toLowerCase()],
    queryFn: ({ signal }) => forms.getForm(formId, {}, { signal }),
  };
}

/** Which submissions, and how many per page. */
export interface SubmissionListOptions {
  /** Only those of this form. */
  formId?: string | undefined;
  /** Page size, 1 to 100. Default: 20. */
  limit?: number | undefined;
}

/** Submissions of one or more pages, newest first. */
export interface LoadedSubmissions {
  /** Submissions of all loaded pages. */
  submissions: readonly FormSubmission[];
  /** Whether there is another page. */
  hasMore: boolean;
  /** Cursor of the next page. */
  next: string | undefined;
}

type SubmissionsClient = Pick<FormsClient, "submissions"> & Pick<MemberClient, "auth">;

/** The caller's own submissions. @throws {Error} if the client was created without the module. */
export function describeSubmissions(
  client: SubmissionsClient,
  options: SubmissionListOptions = {},
): QueryDescription<LoadedSubmissions> {
  const read = readMoreSubmissions(client, options);
  return {
    queryKey: [identityKey(client), "submissions", options],
    queryFn: (context) => read(undefined, context),
  };
}

/** Reads the submissions after `before`. */
export function readMoreSubmissions(client: SubmissionsClient, { formId, limit = 20 }: SubmissionListOptions) {
  const calls = requireModule(client.submissions, "submissions", "forms");
  return async (
    before: LoadedSubmissions | undefined,
    { signal }: { signal: AbortSignal },
  ): Promise<LoadedSubmissions> => {
    const query = before?.next
      ? { cursorPaging: { limit, cursor: before.next } }
      : {
          ...(formId && { filter: { formId } }),
          sort: [{ fieldName: "_createdDate" as const, order: "DESC" as const }],
          cursorPaging: { limit },
        };
    const { submissions, metadata } = await calls.querySubmission(query, { onlyYourOwn: true }, { signal });
    const { next } = metadata.cursors;
    return { submissions: [...(before?.submissions ?? []), ...submissions], next, hasMore: next !== undefined };
  };
}

import type { FormSubmission, SubmissionPage } from "@porchlight/client/forms";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFormsClient } from "./form-client.ts";

/** The submissions of the signed-in member or this visitor. */
export interface SubmissionList {
  /** Newest first. */
  submissions: readonly FormSubmission[];
  /** Whether the first page is being loaded. */
  isPending: boolean;
  /** Why a page could not be loaded. */
  error: unknown;
  /** Whether there is a next page. */
  hasMore: boolean;
  /** Loads the next page. */
  loadMore(): Promise<void>;
  /** Loads the first page again. */
  refresh(): Promise<void>;
}

/** Options of {@link useSubmissions}. */
export interface UseSubmissionsOptions {
  /** Only those of this form. */
  formId?: string | undefined;
  /** Page size, 1 to 100. Default: 20. */
  limit?: number | undefined;
}

interface Loaded {
  submissions: readonly FormSubmission[];
  next?: string | undefined;
  error?: unknown;
  isPending: boolean;
}

/** The person's own submissions, page by page. On a server it is empty and pending. */
export function useSubmissions({ formId, limit = 20 }: UseSubmissionsOptions = {}): SubmissionList {
  const { submissions } = useFormsClient();
  const [loaded, setLoaded] = useState<Loaded>({ submissions: [], isPending: true });
  /** Discards responses to former requests. */
  const current = useRef<object>(undefined);

  const load = useCallback(
    async (cursor?: string) => {
      const mine = {};
      current.current = mine;
      const query = cursor
        ? { cursorPaging: { limit, cursor } }
        : {
            ...(formId && { filter: { formId } }),
            sort: [{ fieldName: "_createdDate" as const, order: "DESC" as const }],
            cursorPaging: { limit },
          };
      const result: SubmissionPage | { error: unknown } = await submissions
        .querySubmission(query, { onlyYourOwn: true })
        .catch((error: unknown) => ({ error }));
      if (current.current !== mine) return;
      setLoaded((before) =>
        "error" in result
          ? { ...before, isPending: false, error: result.error }
          : {
              submissions: cursor ? [...before.submissions, ...result.submissions] : result.submissions,
              next: result.metadata.cursors.next,
              isPending: false,
            },
      );
    },
    [submissions, formId, limit],
  );
  useEffect(() => {
    setLoaded({ submissions: [], isPending: true });
    void load();
  }, [load]);
  const { next } = loaded;
  const loadMore = useCallback(async () => {
    if (next) await load(next);
  }, [load, next]);
  const refresh = useCallback(() => load(), [load]);
  const { submissions: list, isPending, error } = loaded;
  return { submissions: list, isPending, error, hasMore: next !== undefined, loadMore, refresh };
}

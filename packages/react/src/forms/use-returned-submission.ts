import type { FormSubmission } from "@porchlight/client/forms";
import { useEffect, useState } from "react";
import { useFormsClient } from "./form-client.ts";

/** Query parameter of the page that a payment page returns to. */
export const submissionParameter = "submission";

/** The URL that a payment page returns to: this page, which then shows the status of the submission. */
export function returnUrlOf(page: string, submissionId: string): string {
  const url = new URL(page);
  url.searchParams.delete("sent");
  url.searchParams.set(submissionParameter, submissionId);
  url.hash = "";
  return url.href;
}

/**
 * The submission that a payment page returned with; `undefined` without one, or if it is not the person's own.
 *
 * @param isKnown Whether the server that rendered the page has already read it.
 */
export function useReturnedSubmission(formId: string, isKnown: boolean): FormSubmission | undefined {
  const { submissions } = useFormsClient();
  const [found, setFound] = useState<FormSubmission>();
  useEffect(() => {
    const id = new URLSearchParams(window.location.search).get(submissionParameter);
    if (!id || isKnown) return;
    let isCurrent = true;
    submissions.getSubmission(id).then(
      (submission) => isCurrent && submission.formId === formId.toLowerCase() && setFound(submission),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [formId, isKnown, submissions]);
  return found;
}

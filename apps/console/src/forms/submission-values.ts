import type { FormSubmission } from "@porchlight/client/forms";
import { text } from "../texts/text.ts";

/** The names of the states of submissions. */
export const submissionStates: Readonly<Record<FormSubmission["status"], string>> = {
  PENDING: text("To confirm"),
  CONFIRMED: text("Confirmed"),
  PAYMENT_WAITING: text("Waiting for payment"),
  PAYMENT_CANCELED: text("Payment canceled"),
};

const valuesOf = (submission: FormSubmission) => Object.values(submission.submissions as Record<string, unknown>);

/** The text values of a submission on one line. */
export function summaryOf(submission: FormSubmission): string {
  const values = valuesOf(submission).filter((value) => typeof value === "string" || typeof value === "number");
  return values.join(" · ").slice(0, 200) || text("No text");
}

/** An uploaded file among the values, with its link. */
export interface LinkedFile {
  displayName: string;
  url: string;
}

/** The uploaded files of a submission. */
export function filesOf(submission: FormSubmission): LinkedFile[] {
  return valuesOf(submission)
    .flat()
    .flatMap((value) => {
      const { url, displayName } = (value ?? {}) as { url?: unknown; displayName?: unknown };
      if (typeof url !== "string" || !/^https?:/.test(url)) return [];
      return [{ url, displayName: typeof displayName === "string" ? displayName : text("File") }];
    });
}

/** Whether a value consists of uploaded files, which have their own list. */
export function isFileValue(submission: FormSubmission, key: string): boolean {
  const value = (submission.submissions as Record<string, unknown>)[key];
  return Array.isArray(value) && value.some((entry) => typeof (entry as { url?: unknown } | null)?.url === "string");
}

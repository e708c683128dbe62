import type {
  CreateSubmissionOptions,
  Form,
  FormClosedReason,
  FormSubmission,
  SubmissionInput,
  SubmissionStatus,
  SubmittedFile,
} from "@porchlight/client/forms";
import { explainFailure, type ItemFailure } from "../data/item-failures.ts";
import { safeUrl } from "../ui/safe-url.ts";
import { toFormView } from "./definition/form-view.ts";
import { type FormIssue, ownControls, type ReadOptions, readForm } from "./definition/read-values.ts";
import { closedReasonOf, rejectedValues, toFormIssues } from "./rejected-values.ts";

/** The result of a submission by a browser without scripts, for `Form`. Contains only JSON. */
export interface FormOutcome {
  /** If it is stored. */
  status?: SubmissionStatus | undefined;
  /** ID of the stored submission, if a payment belongs to it. */
  submissionId?: string | undefined;
  /** Checkout of its payment. */
  checkoutId?: string | undefined;
  /** URL on this site that redirects to the payment page, for browsers without scripts. */
  payHref?: string | undefined;
  /** What is invalid. */
  issues?: readonly FormIssue[] | undefined;
  /** Why the form accepts no submissions. */
  closed?: FormClosedReason | undefined;
  /** Why it failed otherwise. */
  failure?: ItemFailure | undefined;
  /** Whether the form requires a captcha, and so scripts. */
  needsScripts?: boolean | undefined;
  /** What the person has typed. */
  entries?: [name: string, value: string][] | undefined;
}

/** The URL that the owner has chosen to follow a submission: a path of the site or a web address. */
export function redirectUrlOf({ submitSettings }: Form): string | undefined {
  if (submitSettings?.submitSuccessAction !== "REDIRECT") return undefined;
  return safeUrl(submitSettings.redirectOptions?.redirectUrl, ["http:", "https:"])?.href;
}

interface SubmissionsModule {
  createSubmission(submission: SubmissionInput, options?: CreateSubmissionOptions): Promise<FormSubmission>;
  uploadFile(formId: string, file: File): Promise<SubmittedFile>;
}

/**
 * Submits the data of a page with `Form` that a browser without scripts has posted, for the action of a server. Uploads
 * its files. Protect the action against cross-site requests.
 *
 * @param submissions The client's module `submissions`, with the session of the request.
 */
export async function submitFormData(
  submissions: SubmissionsModule,
  form: Form,
  data: FormData,
  options: ReadOptions,
): Promise<FormOutcome> {
  const view = toFormView(form);
  const entries = () =>
    [...data].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : []));
  try {
    for (const { target, kind } of view.fields) {
      const files = data.getAll(`${target}.files`).filter((file) => typeof file !== "string" && file.size > 0);
      if (kind !== "file" || files.length === 0) continue;
      const stored = [];
      for (const file of files) stored.push(await submissions.uploadFile(form._id, file as File));
      data.set(target, JSON.stringify(stored));
    }
    const { values, issues } = readForm(view, data, options);
    if (issues.length > 0) return { issues, entries: entries() };
    const idempotencyKey = textOf(data, ownControls.attempt);
    const honeypot = textOf(data, ownControls.honeypot);
    const additionalMetadata = {
      language: options.language,
      ...(idempotencyKey && { idempotencyKey }),
      ...(honeypot && { honeypot }),
    };
    const submission = await submissions.createSubmission(
      { formId: form._id, submissions: values },
      { additionalMetadata },
    );
    const { status, orderDetails } = submission;
    return orderDetails ? { status, submissionId: submission._id, checkoutId: orderDetails.checkoutId } : { status };
  } catch (error) {
    const rejected = rejectedValues(error);
    const closed = closedReasonOf(rejected);
    if (closed) return { closed };
    if (rejected.length > 0) return { issues: toFormIssues(rejected, view.fields), entries: entries() };
    if (Object(error).kind === "captcha") return { needsScripts: true, entries: entries() };
    return { failure: explainFailure(error), entries: entries() };
  }
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
};

import { type FormOutcome, redirectUrlOf, submitFormData } from "@porchlight/react";
import type { SiteClient } from "../client.ts";

/** Bytes of a submitted page with its files. */
const maxBodyBytes = 12 * 1024 * 1024;

/** The outcome of a submitted page. */
export interface SubmittedPage {
  /** Absent if the form does not exist; the page then shows that. */
  outcome?: FormOutcome | undefined;
  /** Where to go, if the submission is stored. */
  redirectTo?: string | undefined;
}

/** Submits a form's page for a browser without scripts. */
export async function submitPage(
  client: SiteClient,
  formId: string,
  request: Request,
  language: string,
): Promise<SubmittedPage> {
  const data = await readFormData(request);
  if (!data) return { outcome: { failure: { key: "data.reason.large" } } };
  const form = await client.forms.getForm(formId).catch(() => undefined);
  if (!form) return {};
  const outcome = await submitFormData(client.submissions, form, data, { language });
  if (!outcome.status) return { outcome };
  if (outcome.status === "PAYMENT_WAITING") return { redirectTo: statusPath(form._id, outcome.submissionId ?? "") };
  const url = redirectUrlOf(form);
  // Browsers follow redirects of forms to this site only; for other sites the page shows a link.
  return { outcome, redirectTo: url?.startsWith("/") ? url : `/forms/${form._id}?sent=${outcome.status}` };
}

const statusPath = (formId: string, submissionId: string) =>
  `/forms/${formId}?${new URLSearchParams({ submission: submissionId })}`;

/**
 * The outcome of a submission that the page is opened for, after a payment or before it: with the parameter `pay`, the
 * page redirects to the payment page. Nothing if the submission is not the visitor's own.
 */
export async function openReturnedPage(client: SiteClient, page: URL): Promise<SubmittedPage> {
  const submission = await client.submissions
    .getSubmission(page.searchParams.get("submission") ?? "")
    .catch(() => undefined);
  if (!submission || page.pathname !== `/forms/${submission.formId}`) return {};
  const { _id: submissionId, status, orderDetails } = submission;
  const outcome: FormOutcome = { status, submissionId };
  if (status !== "PAYMENT_WAITING" || !orderDetails) return { outcome };
  const { checkoutId } = orderDetails;
  const path = statusPath(submission.formId, submissionId);
  const here = new URL(path, page).href;
  if (page.searchParams.has("pay")) {
    const callbacks = { thankYouPageUrl: here, postFlowUrl: here };
    const opened = await client.redirects
      .createRedirectSession({ ecomCheckout: { checkoutId }, callbacks })
      .catch(() => undefined);
    if (opened) return { redirectTo: opened.redirectSession.fullUrl };
  }
  return { outcome: { ...outcome, checkoutId, payHref: `${path}&pay` } };
}

/** `undefined` if the body is too large, or no form data. */
export async function readFormData(request: Request, maxBytes = maxBodyBytes): Promise<FormData | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return new Response(new Blob(chunks), { headers }).formData().catch(() => undefined);
}

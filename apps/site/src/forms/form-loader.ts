import type { Form } from "@porchlight/client/forms";
import type { FormOutcome } from "@porchlight/react";
import { createContext, data, type LoaderFunctionArgs } from "react-router";
import { clientContext } from "../site.ts";

export interface FormPageData {
  form: Form;
  /** Of a submission by a browser without scripts. */
  outcome?: FormOutcome | undefined;
  /** Identifies the first attempt to submit the page. */
  attemptKey?: string | undefined;
}

/** On the server, the outcome of the submitted form that the page responds to. */
export const formOutcomeContext = createContext<FormOutcome | null>(null);

const sentStatuses = ["PENDING", "CONFIRMED", "PAYMENT_WAITING", "PAYMENT_CANCELED"] as const;

/** Data of a form's page. Status 400 if the page was submitted with invalid values. */
export async function formLoader({ params, request, context }: LoaderFunctionArgs) {
  const form = await context
    .get(clientContext)
    .forms.getForm(params.id ?? "")
    .catch((error: unknown) => {
      throw Object(error).kind === "invalid" ? data(null, { status: 404 }) : error;
    });
  const sent = new URL(request.url).searchParams.get("sent");
  const status = sentStatuses.find((one) => one === sent);
  const outcome = context.get(formOutcomeContext) ?? (status && { status });
  const loaded: FormPageData = { form, outcome };
  // In browsers the form creates its own.
  if (typeof document === "undefined") loaded.attemptKey = crypto.randomUUID();
  return data(loaded, { status: statusOf(outcome) });
}

function statusOf(outcome: FormOutcome | undefined): number {
  if (!outcome || outcome.status) return 200;
  return outcome.failure ? 503 : 400;
}

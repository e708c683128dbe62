import type { Form, SubmissionStatus } from "@porchlight/client/forms";
import type forms from "@porchlight/contract/texts/en/forms.json";
import { lazy, Suspense, useEffect, useRef } from "react";
import { RichContent } from "../blog/rich-content/rich-content.tsx";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { goTo, isSitePath, type Navigate } from "../ui/safe-url.ts";
import type { FormTexts } from "./fields/field-props.ts";
import type { WaitingPayment } from "./form-payment.tsx";
import { redirectUrlOf } from "./submit-form-data.ts";

const loadPayment = () => import("./form-payment.tsx");
const FormPayment = lazy(loadPayment);

/** Loads what a form with payments shows after its submission. */
export function preloadPayment(): void {
  loadPayment().catch(() => undefined);
}

const statusTexts = {
  PENDING: "forms.status.pending",
  CONFIRMED: "forms.status.confirmed",
  PAYMENT_WAITING: "forms.status.paymentWaiting",
  PAYMENT_CANCELED: "forms.status.paymentCanceled",
} as const satisfies Record<SubmissionStatus, keyof typeof forms>;

const titles = {
  PENDING: "forms.sent.title",
  CONFIRMED: "forms.sent.title",
  PAYMENT_WAITING: "forms.sent.waiting",
  PAYMENT_CANCELED: "forms.sent.canceled",
} as const satisfies Record<SubmissionStatus, keyof typeof forms>;

/** Goes to the page that the owner has chosen. */
export function redirectAfter(form: Form, navigate: Navigate | undefined): void {
  const url = redirectUrlOf(form);
  if (!url) return;
  if (isSitePath(url)) goTo(url, navigate);
  else window.location.assign(url);
}

interface FormSentProps {
  form: Form;
  status: SubmissionStatus;
  /** If the submission waits for its payment. */
  payment: WaitingPayment | undefined;
  /** The empty form. */
  startHref: string | undefined;
  headingLevel: 2 | 3 | 4;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** What follows a submission: the owner's message, and the status. Its heading takes focus. */
export function FormSent({ form, status, payment, startHref, headingLevel, text, appearance }: FormSentProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const Heading = `h${headingLevel}` as const;
  const { submitSuccessAction, thankYouMessageOptions } = form.submitSettings ?? {};
  const isDone = status === "PENDING" || status === "CONFIRMED";
  const url = isDone ? redirectUrlOf(form) : undefined;
  return (
    <div {...part("sent", "site-form-sent", appearance)} data-state={status}>
      <Heading ref={ref} tabIndex={-1} className="site-form-heading">
        {text(titles[status])}
      </Heading>
      {isDone && submitSuccessAction === "THANK_YOU_MESSAGE" && (
        <RichContent content={thankYouMessageOptions?.richContent} headingOffset={2} />
      )}
      <p {...part("status", "site-form-status", appearance)}>
        {text("forms.sent.status", { status: text(statusTexts[status]) })}
      </p>
      {status === "PAYMENT_WAITING" && payment && (
        <Suspense>
          <FormPayment {...{ payment, text, appearance }} />
        </Suspense>
      )}
      {status === "PAYMENT_CANCELED" && <p>{text("forms.sent.canceledHint")}</p>}
      {status === "PAYMENT_CANCELED" && startHref && (
        <p>
          <Anchor href={startHref}>{text("forms.sent.again")}</Anchor>
        </p>
      )}
      {url && (
        <p>
          <Anchor href={url}>{text("forms.sent.continue")}</Anchor>
        </p>
      )}
    </div>
  );
}

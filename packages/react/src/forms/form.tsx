import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import dataForm from "@porchlight/contract/texts/en/data-form.json" with { type: "json" };
import dataItem from "@porchlight/contract/texts/en/data-item.json" with { type: "json" };
import forms from "@porchlight/contract/texts/en/forms.json" with { type: "json" };
import { useCallback, useEffect, useRef } from "react";
import { explainFailure } from "../data/item-failures.ts";
import { useSite } from "../provider.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { part } from "../ui/appearance.ts";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { FormClosed, findClosedReason } from "./form-closed.tsx";
import { FormContent } from "./form-content.tsx";
import { clearProgress } from "./form-progress.ts";
import type { FormProps } from "./form-props.ts";
import { FormSent, preloadPayment, redirectAfter } from "./form-sent.tsx";
import { closedReasonOf } from "./rejected-values.ts";
import { useForm } from "./use-form.ts";
import { returnUrlOf, useReturnedSubmission } from "./use-returned-submission.ts";

const english = { ...dataForm, ...dataItem, ...forms, ...common };

/**
 * A form, rendered from its definition: steps, rules, validation, uploads, and what follows its submission. The
 * input survives reloads of the page.
 *
 * ```tsx
 * <Form formId="0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" />
 * ```
 */
export function Form(props: FormProps) {
  const { formId, outcome, headingLevel = 2, onSubmitted, messages, appearance } = props;
  const text = useTexts(english, messages);
  const { navigate } = useSite();
  const state = useForm(formId, { form: props.form, attemptKey: props.attemptKey });
  const { form, submission } = state;
  const returned = useReturnedSubmission(formId, outcome !== undefined || submission !== undefined);
  const stored = submission ?? returned;
  const submissionId = stored?._id ?? outcome?.submissionId;
  const returnUrl = useCallback(() => returnUrlOf(window.location.href, submissionId ?? ""), [submissionId]);
  const hasPayment = form?.currency !== undefined;
  useEffect(() => {
    if (hasPayment) preloadPayment();
  }, [hasPayment]);
  const latest = useRef(onSubmitted);
  latest.current = onSubmitted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per submission
  useEffect(() => {
    if (!submission || !form) return;
    clearProgress(form._id);
    latest.current?.(submission);
    if (submission.status !== "PAYMENT_WAITING") redirectAfter(form, navigate);
  }, [submission]);

  if (!form) {
    return state.error === undefined ? (
      <Skeleton label={text("forms.form.loading")} lines={6} />
    ) : (
      <ErrorState
        message={text("forms.form.failed")}
        requestId={explainFailure(state.error).requestId}
        onRetry={() => void state.refresh()}
        {...{ messages, appearance }}
      />
    );
  }
  const status = stored?.status ?? outcome?.status;
  const payment = submissionId
    ? {
        returnUrl,
        checkoutId: stored?.orderDetails?.checkoutId ?? outcome?.checkoutId,
        href: outcome?.payHref,
        isImmediate: submission !== undefined,
      }
    : undefined;
  const isDeleted = state.submitError?.code === "FORM_NOT_FOUND";
  const rejected = closedReasonOf(state.rejected) ?? (isDeleted ? "DISABLED" : outcome?.closed);
  const closed = rejected ?? findClosedReason(form);
  return (
    <div {...part("form", "site-form-screen", appearance)}>
      {status ? (
        <FormSent {...{ form, status, payment, text, headingLevel, appearance }} startHref={props.action} />
      ) : closed ? (
        <FormClosed {...{ form, text, appearance }} reason={closed} hasFocus={rejected !== undefined} />
      ) : (
        <FormContent key={form._id} {...props} {...{ state, text, headingLevel }} definition={form} />
      )}
    </div>
  );
}

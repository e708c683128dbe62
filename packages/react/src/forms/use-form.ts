import type { PorchlightError } from "@porchlight/client";
import type { Form, FormSubmission, SubmissionValidationError } from "@porchlight/client/forms";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useCaptcha, type WithCaptcha } from "../auth/captcha/use-captcha.ts";
import { clientError } from "../client-error.ts";
import { useSite } from "../provider.tsx";
import { useFormsClient } from "./form-client.ts";
import { closeAttempt, openAttempt } from "./form-progress.ts";
import { rejectedValues } from "./rejected-values.ts";

/** Options of {@link useForm}. */
export interface UseFormOptions {
  /** The definition, if it is already loaded, for example by a server. */
  form?: Form | undefined;
  /** Identifies the first attempt, for pages rendered by a server. Default: random. */
  attemptKey?: string | undefined;
}

/** A form and the submission of its values. */
export interface FormState extends WithCaptcha {
  /** The definition; `undefined` until it is loaded. */
  form: Form | undefined;
  /** Whether the definition is being loaded. */
  isPending: boolean;
  /** Why the definition could not be loaded. */
  error: PorchlightError | undefined;
  /** Loads the definition again. */
  refresh(): Promise<void>;
  /**
   * Submits values by the target of their field. A repeated attempt after a network failure is stored once.
   *
   * @returns The submission; `undefined` if it failed, or if a captcha has to be solved first.
   */
  submit(values: Record<string, unknown>, options?: { honeypot?: string }): Promise<FormSubmission | undefined>;
  /** Whether an attempt is in progress. */
  isSubmitting: boolean;
  /** The stored submission. */
  submission: FormSubmission | undefined;
  /** The invalid values of the last attempt. */
  rejected: readonly SubmissionValidationError[];
  /** Why the last attempt failed, unless values were invalid. */
  submitError: PorchlightError | undefined;
  /** Starts over after a submission. */
  reset(): void;
}

interface Attempt {
  isSubmitting: boolean;
  submission?: FormSubmission;
  rejected: readonly SubmissionValidationError[];
  error?: PorchlightError | undefined;
}
// `randomUUID` is only available in secure contexts.
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

const idle: Attempt = { isSubmitting: false, rejected: [] };

/**
 * A form for custom pages. {@link Form} renders one from its definition.
 *
 * ```tsx
 * const { form, submit, submission, rejected } = useForm(formId);
 * ```
 */
export function useForm(formId: string, { form: initialForm, attemptKey }: UseFormOptions = {}): FormState {
  const { forms, submissions } = useFormsClient();
  const [loaded, setLoaded] = useState<{ form?: Form | undefined; error?: PorchlightError | undefined }>({
    form: initialForm,
  });
  const [attempt, setAttempt] = useState<Attempt>(idle);
  const { language } = useSite();
  const { gate, captcha } = useCaptcha("form");
  const key = useRef(attemptKey);
  const running = useRef<object>(undefined);
  const form = loaded.form?._id === formId.toLowerCase() ? loaded.form : undefined;

  const refresh = useCallback(async () => {
    setLoaded((before) => ({ form: before.form }));
    await forms.getForm(formId).then(
      (found) =>
        setLoaded(({ form: former }) => ({
          form: former?._id === found._id && former.revision === found.revision ? former : found,
        })),
      (error: unknown) => setLoaded(({ form: former }) => ({ form: former, error: clientError(error) })),
    );
  }, [forms, formId]);
  const isMissing = form === undefined;
  useEffect(() => {
    if (isMissing) void refresh();
  }, [isMissing, refresh]);

  const submit = useCallback<FormState["submit"]>(
    async (values, { honeypot } = {}) => {
      if (running.current) return undefined;
      const mine = {};
      running.current = mine;
      key.current ??= randomKey();
      const additionalMetadata = {
        idempotencyKey: openAttempt(formId, key.current),
        ...(language && { language }),
        ...(honeypot && { honeypot }),
      };
      setAttempt({ isSubmitting: true, rejected: [] });
      let next: Attempt = idle;
      try {
        const submission = await gate.guard(({ recaptchaToken, invisibleRecaptchaToken } = {}) => {
          const captchaToken = recaptchaToken ?? invisibleRecaptchaToken;
          const options = { ...(captchaToken && { captchaToken }), additionalMetadata };
          return submissions.createSubmission({ formId, submissions: values }, options);
        });
        key.current = undefined;
        closeAttempt(formId);
        next = { ...idle, submission };
      } catch (error) {
        const rejected = rejectedValues(error);
        // The captcha itself shows that it is required.
        const isCaptcha = (error as { kind?: unknown }).kind === "captcha" && gate.getSnapshot();
        next = rejected.length > 0 ? { ...idle, rejected } : isCaptcha ? idle : { ...idle, error: clientError(error) };
      }
      if (running.current !== mine) return undefined;
      running.current = undefined;
      setAttempt(next);
      return next.submission;
    },
    [formId, gate, submissions, language],
  );
  const reset = useCallback(() => {
    running.current = undefined;
    key.current = undefined;
    closeAttempt(formId);
    gate.clear();
    setAttempt(idle);
  }, [gate, formId]);

  return useMemo(
    () => ({
      form,
      isPending: form === undefined && loaded.error === undefined,
      error: loaded.error,
      refresh,
      submit,
      isSubmitting: attempt.isSubmitting,
      submission: attempt.submission,
      rejected: attempt.rejected,
      submitError: attempt.error,
      captcha,
      reset,
    }),
    [form, loaded.error, refresh, submit, attempt, captcha, reset],
  );
}

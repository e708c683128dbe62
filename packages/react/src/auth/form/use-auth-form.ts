import { foldCode } from "@porchlight/contract/auth/verification-code";
import { type FormEvent, useId, useRef, useState } from "react";
import { useErrorTitle } from "../../ui/feedback/error-summary.tsx";
import type { AuthFieldName, FormError } from "./form-error.ts";
import {
  findFieldError,
  noErrors,
  revalidateField,
  updateEditedField,
  withErrors,
  withFieldError,
  withoutErrors,
} from "./form-error-state.ts";
import { type AuthSubmission, listErrors } from "./use-auth-submission.ts";

/** Validators, in field order. */
export type FieldValidators = Partial<Record<AuthFieldName, (typed: string) => FormError | undefined>>;

export type AuthFormFields = Pick<ReturnType<typeof useAuthForm>, "fieldProps" | "errorAt">;

type InputEvent = { currentTarget: HTMLInputElement };

/**
 * The behavior of an authentication form: validates on submit, then failed fields on blur and input. Values stay in the
 * inputs and are read on submit.
 */
export function useAuthForm<Params>(
  checks: FieldValidators,
  attempt: Pick<AuthSubmission<Params>, "isPending" | "state" | "error"> & { submit(params: Params): Promise<unknown> },
  toParams: (values: Record<AuthFieldName, string>) => Params,
) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const sentCode = useRef("");
  const [issues, setIssues] = useState(noErrors);
  const [seenError, setSeenError] = useState(attempt.error);
  if (seenError !== attempt.error) {
    setSeenError(attempt.error);
    if (attempt.error?.display === "summary") setIssues(withErrors(issues, listErrors(attempt.error)));
    if (attempt.error?.display === "field") setIssues(withFieldError(issues, attempt.error));
  }
  useErrorTitle(issues.summary.length > 0 || Object.keys(issues.fields).length > 0);

  const fieldId = (name: AuthFieldName) => `${formId}-${name}`;

  function send() {
    const form = formRef.current;
    if (!form || attempt.isPending || attempt.state === "SUCCESS") return;
    if (attempt.error?.retryAt !== undefined && attempt.error.retryAt > Date.now()) return;
    const values = readValues(new FormData(form));
    const found: FormError[] = [];
    for (const [name, check] of Object.entries(checks) as [AuthFieldName, (typed: string) => FormError | undefined][]) {
      const issue = check(values[name]);
      if (issue) found.push(issue);
    }
    if (found.length > 0) {
      setIssues(withErrors(issues, found));
      return;
    }
    const code = foldCode(values.code);
    // A rejected code would cost another of the few tries.
    if (code && code === sentCode.current && attempt.error?.field === "code" && attempt.error.display === "field") {
      setIssues(withFieldError(issues, attempt.error));
      return;
    }
    sentCode.current = code;
    setIssues(withoutErrors(issues));
    void attempt.submit(toParams(values));
  }

  return {
    issues,
    fieldId,
    send,
    focus: () => formRef.current?.querySelector("input")?.focus(),
    formProps: {
      ref: formRef,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        send();
      },
    },
    /** Attributes of a field. */
    fieldProps(name: AuthFieldName) {
      const shown = findFieldError(issues, name);
      return {
        id: fieldId(name),
        name,
        errorAt: shown?.relatedField === name && shown.field ? fieldId(shown.field) : undefined,
        onBlur: (event: InputEvent) =>
          setIssues(
            revalidateField(issues, name, checks[name]?.(event.currentTarget.value) ?? retainServerError(shown)),
          ),
        onInput: (event: InputEvent) =>
          setIssues(updateEditedField(issues, name, checks[name]?.(event.currentTarget.value))),
      };
    },
    errorAt: (name: AuthFieldName) => issues.fields[name],
  };
}

// Server errors stay on blur: local validation cannot clear them.
function retainServerError(shown: FormError | undefined): FormError | undefined {
  return shown?.key.includes(".error.") ? shown : undefined;
}

const fieldNames: readonly AuthFieldName[] = [
  "firstName",
  "lastName",
  "nickname",
  "email",
  "password",
  "currentPassword",
  "code",
  "name",
  "phone",
];

function readValues(data: FormData): Record<AuthFieldName, string> {
  return Object.fromEntries(fieldNames.map((name) => [name, data.get(name) ?? ""])) as Record<AuthFieldName, string>;
}

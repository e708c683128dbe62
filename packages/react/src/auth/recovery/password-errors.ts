import { asRecord, authErrorOfKind, violationsToFormErrors } from "../form/auth-errors.ts";
import type { AuthError, FormError } from "../form/form-error.ts";

export type PasswordOperation = "sendLink" | "recovery" | "changePassword";

/** Converts an error of a password operation, by shape as in {@link toAuthError}. */
export function toPasswordError(ceremony: PasswordOperation, error: unknown, now: number): AuthError {
  const { kind, code, details, requestId, retryAfter } = asRecord(error);
  if (code === "RECOVERY_TOKEN_INVALID") return invalidLinkError;
  if (code === "REAUTHENTICATION_REQUIRED")
    return { key: "password.check.currentMissing", field: "currentPassword", display: "summary" };
  if (code === "-19976") return { key: "password.error.currentWrong", field: "currentPassword", display: "summary" };
  const key = ceremony === "sendLink" ? "password.error.linkNotSent" : "password.error.notSaved";
  const [violation, ...more] = violationsToFormErrors(details).map((issue) =>
    issue.key === "auth.error.registerFailed" ? { ...issue, key } : issue,
  ) as FormError[];
  if (violation) return { ...violation, display: "summary", additionalErrors: more };
  const about = typeof requestId === "string" ? { requestId } : {};
  const wait = typeof retryAfter === "number" ? retryAfter : undefined;
  // No password was rejected here, which the common text would suggest.
  const byKind =
    typeof kind === "string" && kind !== "misconfigured" && authErrorOfKind({ kind, retryAfter: wait }, now);
  return { ...(byKind || { key, display: "notice" }), ...about };
}

export const toRecoveryLinkError = (error: unknown, now: number) => toPasswordError("sendLink", error, now);
export const toChangePasswordError = (error: unknown, now: number) => toPasswordError("changePassword", error, now);

/** The link was used, replaced, has expired or never existed. */
export const invalidLinkError: AuthError = { key: "password.reset.linkDead", display: "notice" };

import type { SignInResult } from "../member-client.ts";
import type { AuthError, AuthTextKey, FormError } from "./form-error.ts";

export type AuthOperation = "signIn" | "signUp" | "verification" | "secondStep" | "recovery";

/** Seconds to wait after a rate limit without `Retry-After`. */
const defaultRetrySeconds = 30;

/** Converts an unsuccessful result. `now` in milliseconds since the epoch. */
export function resultToAuthError(ceremony: AuthOperation, result: SignInResult, now: number): AuthError {
  const about = result.requestId ? { requestId: result.requestId } : {};
  const byKind = authErrorOfKind(result, now);
  if (byKind) return { ...byKind, ...about };
  const [violation, ...more] = ceremony === "signUp" ? violationsToFormErrors(result.details) : [];
  if (violation) return { ...violation, display: "summary", additionalErrors: more };
  switch (result.errorCode) {
    case "invalidPassword":
      return credentials;
    case "invalidEmail":
      if (result.kind && result.kind !== "invalid") break; // a proxy's response, or the visitor token was rejected
      return ceremony === "signIn" ? credentials : { key: "auth.check.emailForm", field: "email", display: "summary" };
    case "emailAlreadyExists":
      return { key: "auth.error.emailExists", field: "email", display: "summary" };
    case "resetPassword":
      return { key: "auth.error.resetNeeded", display: "notice" };
  }
  if (result.identityStatus === "BLOCKED") return { key: "auth.error.blocked", display: "notice" };
  if (ceremony === "verification") return explainCode(result) ?? { ...unfinished, ...about };
  if (result.identityStatus === "DELETED" || result.identityStatus === "OFFLINE") return credentials;
  if (ceremony === "signIn" || result.error === "Unknown _state") return { ...unfinished, ...about };
  return { key: "auth.error.registerFailed", display: "summary", ...about };
}

/** Converts a thrown error: the token exchange at the end of a sign-in throws. */
export function toAuthError(error: unknown, now: number): AuthError {
  // Checked by shape: the error may come from another copy of the client.
  const { kind, code, requestId, retryAfter } = asRecord(error);
  const about = typeof requestId === "string" ? { requestId } : {};
  const facts = {
    kind: typeof kind === "string" ? kind : undefined,
    retryAfter: typeof retryAfter === "number" ? retryAfter : undefined,
  };
  if (code === "REDIRECT_NOT_REGISTERED") facts.kind = "misconfigured";
  return { ...(authErrorOfKind(facts, now) ?? unfinished), ...about };
}

/** There is nothing to verify: the sign-in expired or was started elsewhere. */
export const verificationExpired: AuthError = { key: "auth.verifyEmail.startAgain", display: "notice" };

/** The service did not respond. */
export const serviceUnreachable: AuthError = { key: "auth.error.unreachable", display: "notice" };

const unfinished: AuthError = { key: "auth.error.unfinished", display: "notice" };
const credentials: AuthError = {
  key: "auth.error.credentials",
  field: "email",
  relatedField: "password",
  display: "summary",
};

/** The error for an error kind, if the kind alone determines it. */
export function authErrorOfKind(facts: Pick<SignInResult, "kind" | "retryAfter">, now: number): AuthError | undefined {
  switch (facts.kind) {
    case "network":
    case "timeout":
    case "unavailable":
      return serviceUnreachable;
    case "rateLimited":
      return {
        key: "common.error.waitUnknown",
        display: "notice",
        retryAt: now + (facts.retryAfter ?? defaultRetrySeconds) * 1000,
      };
    case "misconfigured":
      return { key: "auth.error.misconfigured", display: "notice" };
    default:
      return undefined;
  }
}

function explainCode(result: SignInResult): AuthError | undefined {
  if (result.code === "STATE_TOKEN_INVALID" || result.error === "Unknown _state") return verificationExpired;
  return result.code === "VERIFICATION_FAILED" ? wrongCodeError(result.details) : undefined;
}

/** The error for a wrong code: the remaining attempts, or that a new code is required. */
export function wrongCodeError(details: unknown, fallback: AuthTextKey = "auth.error.codeWrong"): AuthError {
  const data = asRecord(asRecord(asRecord(details).applicationError).data);
  const left = firstNumber(data.triesLeft);
  if (data.expired === true || left === 0) {
    return { key: "auth.error.codeExpired", field: "code", display: "field" };
  }
  return left === undefined
    ? { key: fallback, field: "code", display: "field" }
    : { key: "auth.error.codeWrongTries", values: { n: left }, field: "code", display: "field" };
}

/** Rejected fields, in the server's order. */
export function violationsToFormErrors(details: unknown): FormError[] {
  const violations = asRecord(asRecord(details).validationError).fieldViolations;
  return Array.isArray(violations) ? violations.map(asRecord).map(explainViolation) : [];
}

function explainViolation(violation: Readonly<Record<string, unknown>>): FormError {
  const field = String(violation.field ?? "");
  const data = asRecord(violation.data);
  if (data.type === "EMAIL" || /email$/i.test(field)) return { key: "auth.check.emailForm", field: "email" };
  switch (data.type) {
    case "PASSWORD_TOO_COMMON":
      return { key: "auth.check.passwordCommon", field: "password" };
    case "PASSWORD_CONTAINS_IDENTITY":
      return { key: "auth.check.passwordPersonal", field: "password" };
    case "PASSWORD_TOO_LONG":
      return { key: "auth.check.passwordLong", values: { max: Number(data.maximum) }, field: "password" };
    case "PASSWORD_TOO_SHORT":
      return { key: "auth.check.passwordShort", values: { min: Number(data.minimum) }, field: "password" };
  }
  if (/firstName$/.test(field)) return { key: "auth.check.nameLong", field: "firstName" };
  if (/lastName$/.test(field)) return { key: "auth.check.nameLong", field: "lastName" };
  const { description } = violation;
  return {
    key: "auth.error.registerFailed",
    ...(typeof description === "string" && description ? { description } : {}),
  };
}

function firstNumber(...values: unknown[]): number | undefined {
  return values.find((value) => typeof value === "number");
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

import type { SignInResult } from "../member-client.ts";
import type { AuthError, AuthTextKey, FormError } from "./form-error.ts";

/** Which of the screens asks. */
export type AuthOperation = "signIn" | "signUp" | "verification" | "secondStep" | "recovery";

/** Wait when the server says "too many" without saying how long, in seconds. */
const unsaidWait = 30;

/** What an answer that is no success means to the person. `now` in milliseconds since the epoch. */
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
      if (result.kind && result.kind !== "invalid") break; // a proxy answered, or the visitor's own token was refused
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

/** What a thrown error means to the person. The last step of a sign-in throws; the steps before it answer. */
export function toAuthError(error: unknown, now: number): AuthError {
  // Read by shape, not by class: the error may come from another copy of the client.
  const { kind, code, requestId, retryAfter } = asRecord(error);
  const about = typeof requestId === "string" ? { requestId } : {};
  const facts = {
    kind: typeof kind === "string" ? kind : undefined,
    retryAfter: typeof retryAfter === "number" ? retryAfter : undefined,
  };
  if (code === "REDIRECT_NOT_REGISTERED") facts.kind = "misconfigured";
  return { ...(authErrorOfKind(facts, now) ?? unfinished), ...about };
}

/** The code screen has nothing to confirm: the sign-in is too old, or began elsewhere. */
export const verificationExpired: AuthError = { key: "auth.verifyEmail.startAgain", display: "notice" };

/** Nothing typed is wrong: the service did not answer. */
export const serviceUnreachable: AuthError = { key: "auth.error.unreachable", display: "notice" };

const unfinished: AuthError = { key: "auth.error.unfinished", display: "notice" };
const credentials: AuthError = {
  key: "auth.error.credentials",
  field: "email",
  relatedField: "password",
  display: "summary",
};

/** What the kind of an error alone tells, where that is enough. */
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
        retryAt: now + (facts.retryAfter ?? unsaidWait) * 1000,
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

/** What a code that was sent and typed in wrong leaves: so many tries, or only a new one. */
export function wrongCodeError(details: unknown, unsaid: AuthTextKey = "auth.error.codeWrong"): AuthError {
  const data = asRecord(asRecord(asRecord(details).applicationError).data);
  const left = firstNumber(data.triesLeft);
  if (data.expired === true || left === 0) {
    return { key: "auth.error.codeExpired", field: "code", display: "field" };
  }
  return left === undefined
    ? { key: unsaid, field: "code", display: "field" }
    : { key: "auth.error.codeWrongTries", values: { n: left }, field: "code", display: "field" };
}

/** Refused fields, in the order of the server. */
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

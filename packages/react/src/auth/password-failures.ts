import { asRecord, explainKind, explainViolations } from "./failures.ts";
import type { AuthFailure, Issue } from "./issue.ts";

/** What asks for a link, sets a new password by one, or changes the one there is. */
export type PasswordCeremony = "sendLink" | "recovery" | "changePassword";

/** Why a link was not sent or a password not saved, read by shape as in {@link explainError}. */
export function explainPasswordError(ceremony: PasswordCeremony, error: unknown, now: number): AuthFailure {
  const { kind, code, details, requestId, retryAfter } = asRecord(error);
  if (code === "RECOVERY_TOKEN_INVALID") return linkDead;
  if (code === "REAUTHENTICATION_REQUIRED")
    return { key: "password.check.currentMissing", field: "currentPassword", place: "summary" };
  if (code === "-19976") return { key: "password.error.currentWrong", field: "currentPassword", place: "summary" };
  const key = ceremony === "sendLink" ? "password.error.linkNotSent" : "password.error.notSaved";
  const [violation, ...more] = explainViolations(details).map((issue) =>
    issue.key === "auth.error.registerFailed" ? { ...issue, key } : issue,
  ) as Issue[];
  if (violation) return { ...violation, place: "summary", more };
  const about = typeof requestId === "string" ? { requestId } : {};
  const wait = typeof retryAfter === "number" ? retryAfter : undefined;
  // Nobody has typed a password yet that could be right, which is what is said elsewhere of a misconfigured site.
  const byKind = typeof kind === "string" && kind !== "misconfigured" && explainKind({ kind, retryAfter: wait }, now);
  return { ...(byKind || { key, place: "notice" }), ...about };
}

export const explainSendLink = (error: unknown, now: number) => explainPasswordError("sendLink", error, now);
export const explainChangePassword = (error: unknown, now: number) =>
  explainPasswordError("changePassword", error, now);

/** The link was used, replaced or is too old, or was never a link of ours. */
export const linkDead: AuthFailure = { key: "password.reset.linkDead", place: "notice" };

/** Security events shown to the member; the names are those of the audit log. */
export const securityEventNames = [
  "signed-in",
  "signed-in-by-key",
  "sign-in-failed",
  "sign-in-delayed",
  "second-step-failed",
  "push-denied",
  "recovery-code-used",
  "password-reset",
  "password-changed",
  "factor-added",
  "factor-removed",
  "second-steps-reset",
  "recovery-codes-renewed",
  "e-mail-changed",
  "session-ended",
  "other-sessions-ended",
  "refresh-token-reused",
  "authorization-code-reused",
  "member-invited",
  "member-approved",
  "member-rejected",
  "member-closed",
  "member-reopened",
  "member-deleted",
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

/** A security event of the member's account. */
export interface SecurityEvent {
  id: string;
  /** Open union: a newer server may send other names. */
  event: SecurityEventName | (string & {});
  /** ISO 8601, UTC. */
  date: string;
  /** Who caused it. `visitor`: without a session; `server`: an automatic protection. */
  by: "member" | "visitor" | "owner" | "key" | "server";
  /** Browser of the request, such as `Firefox`; `null` if it was not recognized or there was none. */
  browser: string | null;
  /** Operating system or device, such as `Windows` or `iPhone`. */
  device: string | null;
}

/** `before`: id of the oldest loaded event. `limit`: 1 to 100, default 50. */
export type ListSecurityEventsRequest = { query?: { limit?: number | undefined; before?: string | undefined } };

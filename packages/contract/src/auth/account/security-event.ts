/** What can happen to an account that its member is told of. The names are those of the server's log. */
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

/** Something that happened to the account of the member who asks. */
export interface SecurityEvent {
  id: string;
  /** Open: a newer server may tell of what this version does not know. */
  event: SecurityEventName | (string & {});
  /** ISO 8601, UTC. */
  date: string;
  /** Who did it. `visitor`: somebody who was not signed in; `server`: nobody, it protected the account by itself. */
  by: "member" | "visitor" | "owner" | "key" | "server";
  /** Of the browser that asked, such as `Firefox`; `null` when it was not recognised, or none asked. */
  browser: string | null;
  /** What the browser ran on, such as `Windows` or `iPhone`. */
  device: string | null;
}

/** `before`: id of the oldest event that the caller has. `limit`: 1 to 100, 50 unless given. */
export type ListSecurityEventsRequest = { query?: { limit?: number | undefined; before?: string | undefined } };

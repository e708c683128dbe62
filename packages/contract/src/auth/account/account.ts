/** A requested email change that is not confirmed yet. */
export interface EmailChange {
  email: string;
  /** ISO 8601, UTC. Expiry of the code. */
  expiresDate: string;
}

/** Summary of a member's account. */
export interface AccountSummary {
  /** Posts that remain, without an author, when the account is deleted. */
  authoredItems: number;
  /** Whether the member can reauthenticate with a password. */
  hasPassword: boolean;
  /** Absent without a pending change. */
  emailChange?: EmailChange;
}

export type StartEmailChangeRequest = { body: { email: string } };
export type ConfirmEmailChangeRequest = { body: { code: string } };

/** An active session of the member: one browser or program, at one app. */
export interface MemberSession {
  id: string;
  /** Whether it is the session of this request. */
  current: boolean;
  /** ISO 8601, UTC: time of the sign-in. */
  createdDate: string;
  /** When its access token was last renewed; once an hour while in use. */
  lastActiveDate: string;
  /** Name of the browser, such as `Firefox`; `null` if it was not recognized or a program obtained the tokens. */
  browser: string | null;
  /** Operating system or device, such as `Windows` or `iPhone`. */
  device: string | null;
  /** The app that the member signed in to. */
  app: { id: string; name: string };
}

export type EndSessionRequest = { params: { sessionId: string } };

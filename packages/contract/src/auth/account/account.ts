/** A new e-mail that a member has asked for and not confirmed yet. */
export interface EmailChange {
  email: string;
  /** ISO 8601, UTC. When the code stops working. */
  expiresDate: string;
}

/** What members are told of their account as a whole. */
export interface AccountSummary {
  /** Posts that stay, without the member's name, when the account is deleted. */
  authoredItems: number;
  /** Whether there is a password to prove with who one is. */
  hasPassword: boolean;
  /** Absent where there is none. */
  emailChange?: EmailChange;
}

export type StartEmailChangeRequest = { body: { email: string } };
export type ConfirmEmailChangeRequest = { body: { code: string } };

/** A sign-in of the member's that still holds: one browser or program, at one app. */
export interface MemberSession {
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** ISO 8601, UTC: when the member signed in. */
  createdDate: string;
  /** When its access token was last renewed, which happens once an hour while it is in use. */
  lastActiveDate: string;
  /** Name of the browser, such as `Firefox`; `null` when it was not recognised, or a program vouched for the member. */
  browser: string | null;
  /** What the browser ran on, such as `Windows` or `iPhone`. */
  device: string | null;
  /** The app that the member signed in to. */
  app: { id: string; name: string };
}

export type EndSessionRequest = { params: { sessionId: string } };

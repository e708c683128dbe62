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

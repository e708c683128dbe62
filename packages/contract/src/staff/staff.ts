import type { PasskeyEnrollment, PasskeyResponse } from "../auth/passkeys/passkey.ts";

/** `owner` may do everything, `editor` manages content, `author` writes own posts, `support` manages members. */
export const staffRoles = ["owner", "editor", "author", "support"] as const;
/** The role of a staff account. */
export type StaffRole = (typeof staffRoles)[number];

/** A person who manages the site in the console. Staff accounts are not members of the site. */
export interface StaffAccount {
  id: string;
  email: string;
  /** Empty if unknown. */
  name: string;
  role: StaffRole;
  /** `INVITED`: has not set a password yet. */
  status: "ACTIVE" | "INVITED";
  /** Whether the account has a second factor or a passkey. */
  hasSecondFactor: boolean;
  /** ISO 8601, UTC. */
  createdDate: string;
  lastLoginDate: string | null;
}

export interface StaffAccountResponse {
  staffAccount: StaffAccount;
}
export interface ListStaffResponse {
  /** Oldest first. */
  staffAccounts: StaffAccount[];
}
/** A password or a new passkey: how the owner of an account signs in. */
export interface FirstCredential {
  password?: string | undefined;
  /** The response to `startFirstPasskey`. */
  passkey?: FirstPasskeyResponse | undefined;
}
/** The passkey that a browser has created for a new account. */
export interface FirstPasskeyResponse extends PasskeyResponse {
  /** From `startFirstPasskey`. */
  accountId: string;
}
export type SetUpOwnerRequest = {
  body: FirstCredential & {
    /** From the setup link. */
    token: string;
    email: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
  };
};
export type StartFirstPasskeyRequest = {
  body: {
    /** From the setup link or the link of an invitation. */
    token: string;
    /** For a setup link: the email of the new account. */
    email?: string | undefined;
  };
};
/** What a browser needs to create the first passkey of an account. */
export interface FirstPasskeyOptions {
  accountId: string;
  webauthn: PasskeyEnrollment;
}
export type AcceptInvitationRequest = {
  body: {
    /** From the link of the invitation. */
    token: string;
    passkey: FirstPasskeyResponse;
    firstName?: string | undefined;
    lastName?: string | undefined;
  };
};
export type CheckPasswordRequest = { body: { password: string; email?: string | undefined } };
export const passwordProblems = [
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "PASSWORD_TOO_COMMON",
  "PASSWORD_CONTAINS_IDENTITY",
] as const;
/** Why a password cannot be used. */
export type PasswordProblem = (typeof passwordProblems)[number];
export interface CheckPasswordResponse {
  /** Absent if the password can be used. */
  problem?: PasswordProblem;
  /** Characters. */
  minLength: number;
}
export type InviteStaffRequest = {
  body: {
    email: string;
    role: StaffRole;
    firstName?: string | undefined;
    lastName?: string | undefined;
    /** Language of the email. */
    language?: string | undefined;
  };
};
export type ChangeStaffRoleRequest = { params: { id: string }; body: { role: StaffRole } };
export type StaffByIdRequest = { params: { id: string } };

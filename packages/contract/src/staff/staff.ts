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
export type SetUpOwnerRequest = {
  body: {
    /** From the setup link. */
    token: string;
    email: string;
    password: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
  };
};
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

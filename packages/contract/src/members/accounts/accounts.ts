import type { MemberSession } from "../../auth/account/account.ts";
import type { ListSecurityEventsRequest } from "../../auth/account/security-event.ts";
import type { Factor } from "../../auth/mfa/factor.ts";

/** How a member signs in. */
export interface MemberAccount {
  hasPassword: boolean;
  /** The factors, oldest first, without the password. */
  factors: Factor[];
  /** Unused recovery codes. */
  recoveryCodesLeft: number;
  /** The active sessions, last used first; at most 100. `current` is always false. */
  sessions: MemberSession[];
  /** When the last link to set a password was sent on request of staff or a program. ISO 8601, UTC. */
  passwordEmailDate?: string;
  /** When all factors were last removed. ISO 8601, UTC. */
  factorsResetDate?: string;
}

export type EndMemberSessionRequest = { params: { id: string; sessionId: string } };
export type RemoveMemberFactorRequest = { params: { id: string; factorId: string } };

export type ListMemberSecurityEventsRequest = ListSecurityEventsRequest & { params: { id: string } };

/** A person to invite. */
export interface MemberInvitation {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Language of the email and of the account, such as `en`. */
  language?: string | undefined;
}
export type InviteMemberRequest = { body: MemberInvitation };
/** The invited member. */
export interface InviteMemberResponse {
  member: { id: string; email: string };
}

/** A link that opens the site as a member sees it. */
export interface ViewAsMemberResponse {
  /** Path of the site's home page. Append `&page=` with another path. */
  path: string;
  /** When the link expires. ISO 8601, UTC. */
  expiresDate: string;
}

/** Path of the CSV file of all members. */
export const memberExportPath = "/_api/porchlight/v1/members/export.csv";

import type { MemberInvitation, MemberAccount as WireAccount } from "@porchlight/contract/members/accounts/accounts";
import * as endpoints from "@porchlight/contract/members/accounts/endpoints";
import { changeLoginEmail, sendSetPasswordEmail } from "@porchlight/contract/members/administration/endpoints";
import type { MemberSession } from "../auth/member-sessions.ts";
import type { Factor } from "../auth/mfa/factors.ts";
import type { SecurityEvent } from "../auth/security-events.ts";
import type { BulkMemberOptions, MemberFilter } from "../members/administration.ts";
import type { DeactivatedMember } from "../members/member.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { MemberInvitation };

/** How a member signs in. */
export type MemberAccount = Omit<WireAccount, "factors" | "sessions" | "passwordEmailDate" | "factorsResetDate"> & {
  /** The factors, oldest first, without the password. */
  factors: Factor[];
  /** The active sessions, last used first; at most 100. */
  sessions: MemberSession[];
  /** When the last link to set a password was sent on request of staff or a program. */
  passwordEmailDate?: Date;
  /** When all factors were last removed. */
  factorsResetDate?: Date;
};

const dates = (list: string, ...names: string[]) => names.map((name) => `account.${list}.${name}`);
const accountDates = {
  response: {
    timestamp: [
      "account.passwordEmailDate",
      "account.factorsResetDate",
      ...dates("factors", "createdDate", "lastUsedDate"),
      ...dates("sessions", "createdDate", "lastActiveDate"),
    ],
  },
};
const viewDates = { response: { timestamp: ["expiresDate"] } };
const eventDates = { response: { timestamp: ["events.date"] } };

/**
 * The accounts of members, for the people who manage them: staff with the role owner or support, and API keys of role
 * admin. Other callers get `NOT_ALLOWED`. A Porchlight extension.
 */
export function memberAccounts(transport: Transport) {
  return {
    /** A member's factors and active sessions. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    async getMemberAccount(_id: string, call?: CallOptions): Promise<MemberAccount> {
      const options = { ...call, conversion: accountDates };
      const request = { params: { id: _id } };
      const response: { account: MemberAccount } = await transport.send(endpoints.getMemberAccount, request, options);
      return response.account;
    },

    /**
     * A member's security events, newest first.
     *
     * @param options.limit 1 to 100; default 50.
     * @param options.before Id of the oldest loaded event, to load older ones.
     * @throws {PorchlightError} `MEMBER_NOT_FOUND`.
     */
    listMemberSecurityEvents(
      _id: string,
      options: { limit?: number; before?: string } = {},
      call?: CallOptions,
    ): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
      return transport.send<object, { events: SecurityEvent[]; hasMore: boolean }>(
        endpoints.listMemberSecurityEvents,
        { params: { id: _id }, query: options },
        { ...call, conversion: eventDates },
      );
    },

    /**
     * Creates an account and emails a link to set a password; for an account without a password, sends another link.
     *
     * @throws {PorchlightError} `-19995` if the account has a password; `TOO_MANY_REQUESTS`; a violation of `email`.
     */
    async inviteMember(person: MemberInvitation, call?: CallOptions): Promise<{ _id: string; email: string }> {
      const response = await transport.send<object, { member: { _id: string; email: string } }>(
        endpoints.inviteMember,
        { body: person },
        call,
      );
      return response.member;
    },

    /**
     * Blocks a pending member, who is notified by email. `members.approveMember` reverses it.
     *
     * @throws {PorchlightError} `MEMBER_NOT_FOUND`, `MEMBER_NOT_PENDING`.
     */
    rejectMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send<object, DeactivatedMember>(endpoints.rejectMember, { params: { id: _id } }, call);
    },

    /**
     * Undoes the caller's last decision about a member: approval, rejection, block, unblock, or mute. Approvals and
     * rejections within ten seconds, before the email about them is sent; others within an hour.
     *
     * @throws {PorchlightError} `MEMBER_NOT_FOUND`, `REVIEW_FINAL`.
     */
    undoMemberReview(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send<object, DeactivatedMember>(endpoints.undoMemberReview, { params: { id: _id } }, call);
    },

    /**
     * Rejects the pending members that match a filter, in the background.
     *
     * @param options.search Also requires this text in a name, the email, or the slug.
     * @returns The id for `members.getMemberJob`.
     * @throws {PorchlightError} `NOT_ALLOWED`, `INVALID_ARGUMENT`.
     */
    bulkRejectMembers(
      filter: MemberFilter,
      options: BulkMemberOptions = {},
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      return transport.send(endpoints.bulkRejectMembers, { body: { filter, ...options } }, call);
    },

    /**
     * Creates a link that shows the site as a member sees it, read-only, for ten minutes. Requires an owner who is
     * signed in to the console, and works in that browser only. Append `&page=` with the path of another page.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_ACTIVE`.
     */
    viewAsMember(_id: string, call?: CallOptions): Promise<{ path: string; expiresDate: Date }> {
      return transport.send<object, { path: string; expiresDate: Date }>(
        endpoints.viewAsMember,
        { params: { id: _id } },
        { ...call, conversion: viewDates },
      );
    },

    /** Ends one session of a member. @throws {PorchlightError} `MEMBER_NOT_FOUND`, `SESSION_NOT_FOUND`. */
    async endMemberSession(_id: string, sessionId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endMemberSession, { params: { id: _id, sessionId } }, call);
    },

    /**
     * Removes one factor of a member, who is notified by email.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`, `MEMBER_NOT_FOUND`, `FACTOR_NOT_FOUND`.
     */
    async removeMemberFactor(_id: string, factorId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeMemberFactor, { params: { id: _id, factorId } }, call);
    },

    /**
     * Changes the email that a member signs in with. It counts as verified, all sessions end, and the previous address
     * gets a notice.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`, `MEMBER_NOT_FOUND`; `-19995` if the email belongs to
     *   another member; a violation of `newLoginEmail`.
     */
    async changeLoginEmail(_id: string, newLoginEmail: string, call?: CallOptions): Promise<void> {
      await transport.send(changeLoginEmail, { params: { id: _id }, body: { newLoginEmail } }, call);
    },

    /** Ends all sessions and pending sign-ins of a member. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    async endMemberSessions(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endMemberSessions, { params: { id: _id } }, call);
    },

    /**
     * Removes all factors of a member who has lost access to them. The member is notified by email.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`, `MEMBER_NOT_FOUND`.
     */
    async resetMemberFactors(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.resetMemberFactors, { params: { id: _id } }, call);
    },

    /** Emails a link to set a password; at most one per minute. Does nothing without such a member. */
    async sendSetPasswordEmail(email: string, call?: CallOptions): Promise<void> {
      await transport.send(sendSetPasswordEmail, { body: { email } }, call);
    },
  };
}

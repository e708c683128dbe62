import type { MemberInvitation, MemberAccount as WireAccount } from "@porchlight/contract/members/accounts/accounts";
import * as endpoints from "@porchlight/contract/members/accounts/endpoints";
import { sendSetPasswordEmail } from "@porchlight/contract/members/administration/endpoints";
import type { MemberSession } from "../auth/member-sessions.ts";
import type { Factor } from "../auth/mfa/factors.ts";
import type { SecurityEvent } from "../auth/security-events.ts";
import type { DeactivatedMember } from "../members/member.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { MemberInvitation };

/** How a member signs in. */
export type MemberAccount = Omit<WireAccount, "factors" | "sessions"> & {
  /** The factors, oldest first, without the password. */
  factors: Factor[];
  /** The active sessions, last used first; at most 100. */
  sessions: MemberSession[];
};

const dates = (list: string, ...names: string[]) => names.map((name) => `account.${list}.${name}`);
const accountDates = {
  response: {
    timestamp: [
      ...dates("factors", "createdDate", "lastUsedDate"),
      ...dates("sessions", "createdDate", "lastActiveDate"),
    ],
  },
};
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

import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type {
  DeleteMyMemberRequest,
  GetCurrentMemberRequest,
  GetMemberRequest,
  MemberByIdRequest,
  UpdateMemberRequest,
} from "@porchlight/contract/members/member";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { memberAdministration } from "./administration.ts";
import { memberDirectory } from "./directory.ts";
import type { DeactivatedMember, Member } from "./member.ts";

/** Options of `members.getCurrentMember`. */
export type GetCurrentMemberOptions = NonNullable<GetCurrentMemberRequest["query"]>;

/**
 * Changes to a member: omitted properties stay, `null` clears them. This server stores names, phones, addresses, custom
 * fields and `privacyStatus` and ignores the rest.
 */
export interface UpdateMember {
  /** Nickname and title. */
  profile?: { [Name in keyof Member["profile"]]?: Member["profile"][Name] | null };
  /** Names, phones, addresses, and custom fields. */
  contact?: { [Name in keyof NonNullable<Member["contact"]>]?: NonNullable<Member["contact"]>[Name] | null };
  /** Whether others see the profile. */
  privacyStatus?: Member["privacyStatus"];
  /** Ignored by this server. */
  loginEmail?: string;
}

/** The part of {@link members} for pages that show the signed-in member. */
export function memberCalls(transport: Transport) {
  return {
    /**
     * Gets the signed-in member; without `member` for a visitor.
     *
     * @param options Default `fieldsets`: PUBLIC.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. Source: wire.md, Members.
     */
    getCurrentMember(options: GetCurrentMemberOptions = {}, call?: CallOptions): Promise<{ member?: Member }> {
      const conversion = conversions.getCurrentMember;
      return transport.send(endpoints.getCurrentMember, { query: options }, { ...call, conversion });
    },

    /**
     * Updates the signed-in member.
     *
     * @param _id The member's own id.
     * @returns The updated member.
     * @throws {PorchlightError} `NOT_ALLOWED` for another member; violations of `member.contact.firstName` and others.
     * Source: wire.md, Members.
     */
    async updateMember(_id: string, member: UpdateMember, call?: CallOptions): Promise<Member> {
      const request = { params: { memberId: _id }, body: { member: { ...member, _id } } } as UpdateMemberRequest;
      const response = await transport.send<UpdateMemberRequest, { member: Member }>(endpoints.updateMember, request, {
        ...call,
        conversion: conversions.updateMember,
      });
      if (response.member) return response.member;
      throw createError("contract", "MALFORMED_RESPONSE", "The response has no member. Is the host correct?");
    },
  };
}

/** Members of the site. */
export function members(transport: Transport) {
  const change = (endpoint: typeof endpoints.deleteMemberPhones, id: string, call: CallOptions | undefined) =>
    transport.send<MemberByIdRequest, { member: Member }>(
      endpoint,
      { params: { id } },
      { ...call, conversion: conversions.oneMember },
    );
  return {
    ...memberCalls(transport),
    ...memberDirectory(transport),
    ...memberAdministration(transport),

    /**
     * Gets the signed-in member or a member with a public profile, of whom only PUBLIC fields are returned.
     *
     * @throws {PorchlightError} `MEMBER_NOT_FOUND`, also for private members. Source: wire.md, Members.
     */
    async getMember(_id: string, options: GetCurrentMemberOptions = {}, call?: CallOptions): Promise<Member> {
      const request = { params: { id: _id }, query: options };
      const { member } = await transport.send<GetMemberRequest, { member: Member }>(endpoints.getMember, request, {
        ...call,
        conversion: conversions.oneMember,
      });
      return member;
    },

    /**
     * Blocks a member and ends their sessions. Requires an API key of role admin.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members.
     */
    blockMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send(endpoints.blockMember, { params: { id: _id } }, call);
    },

    /** Revokes a member's access but retains their data. As {@link blockMember}, with the status OFFLINE. */
    disconnectMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send(endpoints.disconnectMember, { params: { id: _id } }, call);
    },

    /**
     * Permanently deletes a member's data. Requires an API key of role admin.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members.
     */
    async deleteMember(_id: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteMember, { params: { id: _id } }, call);
    },

    /**
     * Deletes the signed-in member's account. The client's tokens become invalid: call `auth.signOut()` afterwards.
     *
     * @param options `contentAssigneeId`, which this server rejects: content remains without an author.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; `NOT_ALLOWED` for a
     * visitor. Source: wire.md, Members.
     */
    async deleteMyMember(
      options: NonNullable<DeleteMyMemberRequest["query"]> = {},
      call?: CallOptions,
    ): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteMyMember, { query: options }, call);
    },

    /**
     * Removes all phone numbers of the signed-in member. @throws {PorchlightError} `NOT_ALLOWED` for another member.
     */
    deleteMemberPhones: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberPhones, _id, call),

    /**
     * Removes additional emails; the sign-in email stays. @throws {PorchlightError} `NOT_ALLOWED` for another member.
     */
    deleteMemberEmails: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberEmails, _id, call),

    /** Removes all addresses. @throws {PorchlightError} `NOT_ALLOWED` for another member. */
    deleteMemberAddresses: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberAddresses, _id, call),
  };
}

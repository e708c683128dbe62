import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type { DeleteMyMemberRequest, GetMemberRequest, MemberByIdRequest } from "@porchlight/contract/members/member";
import type { CallOptions, Transport } from "../transport.ts";
import { memberAdministration } from "./administration.ts";
import { memberDirectory } from "./directory.ts";
import type { DeactivatedMember, Member } from "./member.ts";
import { type GetCurrentMemberOptions, memberCalls } from "./own-member.ts";

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

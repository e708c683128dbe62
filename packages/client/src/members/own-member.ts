import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type { GetCurrentMemberRequest, UpdateMemberRequest } from "@porchlight/contract/members/member";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { Member } from "./member.ts";

/** Options of `members.getCurrentMember`. */
export type GetCurrentMemberOptions = NonNullable<GetCurrentMemberRequest["query"]>;

/**
 * Changes to a member: omitted properties stay, `null` clears them. This server stores names, title, birthdate,
 * company, job title, phones, addresses, custom fields and `privacyStatus`, and ignores the rest.
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

/** The part of `members` for pages that show the signed-in member. */
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
     * Updates the signed-in member; with an API key of role admin, any member.
     *
     * @param _id The member's id.
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

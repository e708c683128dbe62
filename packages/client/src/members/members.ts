import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type {
  GetCurrentMemberRequest,
  UpdateMemberRequest,
  MemberImage as WireImage,
  Member as WireMember,
} from "@porchlight/contract/members/member";
import type { CallOptions, Transport } from "../transport.ts";

export type { MemberFieldset, MemberStatus } from "@porchlight/contract/members/member";

export type MemberImage = Omit<WireImage, "id"> & { _id: string };

type WireContact = NonNullable<WireMember["contact"]>;

/** A member of the site. Source: entities.md, Member. */
export type Member = Omit<
  WireMember,
  "id" | "createdDate" | "updatedDate" | "lastLoginDate" | "profile" | "contact"
> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  lastLoginDate?: Date;
  profile: Omit<WireMember["profile"], "photo" | "cover"> & { photo?: MemberImage; cover?: MemberImage };
  contact?: Omit<WireContact, "addresses"> & {
    addresses: (Omit<WireContact["addresses"][number], "id"> & { _id: string })[];
  };
};

export type GetCurrentMemberOptions = NonNullable<GetCurrentMemberRequest["query"]>;

/**
 * What of a member is to change; what is left out stays, `null` takes a name away. This server keeps the names and passes over
 * the rest; other hosts of the contract keep more.
 */
export interface UpdateMember {
  profile?: { [Name in keyof Member["profile"]]?: Member["profile"][Name] | null };
  contact?: { [Name in keyof NonNullable<Member["contact"]>]?: NonNullable<Member["contact"]>[Name] | null };
  privacyStatus?: Member["privacyStatus"];
  loginEmail?: string;
}

/** Members of the site. */
export function members(transport: Transport) {
  return {
    /**
     * Reads who is signed in; a visitor gets an answer without `member`.
     *
     * @param options `fieldsets` PUBLIC unless given.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. Source: wire.md, Members.
     */
    getCurrentMember(options: GetCurrentMemberOptions = {}, call?: CallOptions): Promise<{ member?: Member }> {
      const conversion = conversions.getCurrentMember;
      return transport.send(endpoints.getCurrentMember, { query: options }, { ...call, conversion });
    },

    /**
     * Changes the record of the member who is signed in.
     *
     * @param _id Their own id.
     * @returns The member as they are now.
     * @throws {PorchlightError} `NOT_ALLOWED` for anybody else's; a violation of `member.contact.firstName` and the like when a
     * name is longer than 100 characters or has more than one line. Source: wire.md, Members.
     */
    async updateMember(_id: string, member: UpdateMember, call?: CallOptions): Promise<Member> {
      const request = { params: { memberId: _id }, body: { member: { ...member, _id } } } as UpdateMemberRequest;
      const answer = await transport.send<UpdateMemberRequest, { member: Member }>(endpoints.updateMember, request, {
        ...call,
        conversion: conversions.updateMember,
      });
      return answer.member;
    },
  };
}

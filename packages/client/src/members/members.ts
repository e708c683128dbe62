import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type {
  DeleteMyMemberRequest,
  GetCurrentMemberRequest,
  GetMemberRequest,
  MemberByIdRequest,
  UpdateMemberRequest,
  MemberImage as WireImage,
  Member as WireMember,
} from "@porchlight/contract/members/member";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { MemberFieldset, MemberStatus } from "@porchlight/contract/members/member";

/** A member's photo. */
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

/** Options of `members.getCurrentMember`. */
export type GetCurrentMemberOptions = NonNullable<GetCurrentMemberRequest["query"]>;

/** Who was closed out; other hosts of the contract tell the id alone. */
export interface DeactivatedMember {
  member: { _id: string; status?: WireMember["status"] };
}

/**
 * What of a member is to change; what is left out stays, `null` takes it away. This server keeps names, phones, addresses, custom
 * fields and `privacyStatus`, and passes over the rest; other hosts of the contract keep more.
 */
export interface UpdateMember {
  profile?: { [Name in keyof Member["profile"]]?: Member["profile"][Name] | null };
  contact?: { [Name in keyof NonNullable<Member["contact"]>]?: NonNullable<Member["contact"]>[Name] | null };
  privacyStatus?: Member["privacyStatus"];
  loginEmail?: string;
}

/** What pages that show who is signed in need of {@link members}. */
export function memberCalls(transport: Transport) {
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
     * @throws {PorchlightError} `NOT_ALLOWED` for anybody else's; a violation of `member.contact.firstName` and the like when
     * something does not fit. Source: wire.md, Members.
     */
    async updateMember(_id: string, member: UpdateMember, call?: CallOptions): Promise<Member> {
      const request = { params: { memberId: _id }, body: { member: { ...member, _id } } } as UpdateMemberRequest;
      const answer = await transport.send<UpdateMemberRequest, { member: Member }>(endpoints.updateMember, request, {
        ...call,
        conversion: conversions.updateMember,
      });
      if (answer.member) return answer.member;
      throw createError("contract", "MALFORMED_RESPONSE", "The answer holds no member. Is the host correct?");
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

    /**
     * Reads a member: oneself, or somebody who has made themselves public, of whom no more than PUBLIC is told.
     *
     * @throws {PorchlightError} `MEMBER_NOT_FOUND`, also for whoever is private. Source: wire.md, Members.
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
     * Keeps a member out, wherever they are signed in. For programs with an API key of role admin.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members.
     */
    blockMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send(endpoints.blockMember, { params: { id: _id } }, call);
    },

    /** Takes a member's access away, though not what is known of them. As {@link blockMember}, with the status OFFLINE. */
    disconnectMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send(endpoints.disconnectMember, { params: { id: _id } }, call);
    },

    /**
     * Removes what is known of a member, for good. For programs with an API key of role admin.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members.
     */
    async deleteMember(_id: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteMember, { params: { id: _id } }, call);
    },

    /**
     * Deletes the account of the member who is signed in. The client still holds tokens afterwards, which are worth nothing:
     * call `auth.signOut()`.
     *
     * @param options `contentAssigneeId`, which this server refuses: content stays without a name.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; `NOT_ALLOWED` for a visitor.
     * Source: wire.md, Members.
     */
    async deleteMyMember(
      options: NonNullable<DeleteMyMemberRequest["query"]> = {},
      call?: CallOptions,
    ): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteMyMember, { query: options }, call);
    },

    /** Removes all phone numbers of the member who is signed in. @throws {PorchlightError} `NOT_ALLOWED` for anybody else's. */
    deleteMemberPhones: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberPhones, _id, call),

    /** Removes their further e-mails; the one to sign in with stays. @throws {PorchlightError} `NOT_ALLOWED` for anybody else's. */
    deleteMemberEmails: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberEmails, _id, call),

    /** Removes all their addresses. @throws {PorchlightError} `NOT_ALLOWED` for anybody else's. */
    deleteMemberAddresses: (_id: string, call?: CallOptions) => change(endpoints.deleteMemberAddresses, _id, call),
  };
}

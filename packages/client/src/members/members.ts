import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type {
  GetCurrentMemberRequest,
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
  };
}

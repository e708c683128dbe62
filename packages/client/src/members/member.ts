import type { MemberImage as WireImage, Member as WireMember } from "@porchlight/contract/members/member";

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

/** A member with a changed status; other servers return only the id. */
export interface DeactivatedMember {
  /** The id, and the status after the change. */
  member: { _id: string; status?: WireMember["status"] };
}

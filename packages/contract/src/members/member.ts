import type { Address, CustomField, IdentityProfile } from "../auth/identity/identity.ts";
import type { AddressTag, PhoneTag } from "../auth/state.ts";

/** How much of a member is returned. Source: entities.md, Member. */
export const memberFieldsets = ["PUBLIC", "EXTENDED", "FULL"] as const;
/** How much of a member is returned. */
export type MemberFieldset = (typeof memberFieldsets)[number];
export const memberStatuses = ["UNKNOWN", "PENDING", "APPROVED", "BLOCKED", "OFFLINE"] as const;
/** The status of a member. */
export type MemberStatus = (typeof memberStatuses)[number];

export interface MemberImage {
  id: string;
  url: string;
  height: number;
  width: number;
}

export interface Member {
  id: string;
  loginEmail?: string;
  loginEmailVerified?: boolean;
  status?: MemberStatus;
  contactId?: string;
  privacyStatus: "UNKNOWN" | "PRIVATE" | "PUBLIC";
  activityStatus: "UNKNOWN" | "ACTIVE" | "MUTED";
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
  lastLoginDate?: string;
  profile: { nickname: string | null; slug: string | null; photo?: MemberImage; cover?: MemberImage; title?: string };
  contact?: {
    contactId?: string;
    firstName: string | null;
    lastName: string | null;
    phones: string[];
    emails: string[];
    addresses: (Address & { id: string })[];
    customFields: Record<string, { name: string; value: unknown }>;
    /** `2001-12-31` */
    birthdate?: string;
    company?: string;
    jobTitle?: string;
  };
}

/** Writable properties of a member. Omitted ones stay; `null` or empty text clears them. */
export interface MemberChanges {
  profile?: { nickname?: string | null | undefined; title?: string | null | undefined } | null | undefined;
  contact?:
    | {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        /** Replaces all phones; unchanged numbers retain their tags. */
        phones?: string[] | null | undefined;
        /** Replaces all addresses; unchanged ones retain their tags. */
        addresses?: Address[] | null | undefined;
        /** The keys are arbitrary; `name` identifies the field. Fields that are not named stay. */
        customFields?: Record<string, CustomField> | null | undefined;
        /** `2001-12-31` */
        birthdate?: string | null | undefined;
        company?: string | null | undefined;
        jobTitle?: string | null | undefined;
      }
    | null
    | undefined;
  privacyStatus?: "PRIVATE" | "PUBLIC" | undefined;
}

export type UpdateMemberRequest = { params: { memberId: string }; body: { member: MemberChanges } };
/** Phones, addresses and custom fields with their tags, which the contract's member cannot represent. */
export interface MemberDetails {
  phones: { tag: PhoneTag; phone: string }[];
  addresses: { tag: AddressTag; address: Address }[];
  customFields: CustomField[];
  privacyStatus: "PRIVATE" | "PUBLIC";
}
/** Types of declared fields. `URL` and `SOCIAL` are texts with a web address; `SOCIAL` is of a social network. */
export const declaredFieldTypes = ["TEXT", "NUMBER", "DATE", "URL", "SOCIAL"] as const;
/** A custom field declared by the site owner. Values of another type are rejected. */
export interface DeclaredField {
  name: string;
  type: (typeof declaredFieldTypes)[number];
}
export interface MemberDetailsResponse {
  details: MemberDetails;
  /** In the owner's order; members may have values for some or none. */
  declaredFields: DeclaredField[];
}
export type UpdateMemberDetailsRequest = {
  body: {
    details: Pick<IdentityProfile, "phones" | "addresses" | "customFields"> & Pick<MemberChanges, "privacyStatus">;
  };
};
export type GetMemberRequest = { params: { id: string }; query?: { fieldsets?: MemberFieldset[] | undefined } };
export type GetCurrentMemberRequest = { query?: { fieldsets?: MemberFieldset[] } };

/** Maximum bytes of a member's photo; screens scale it before the upload. */
export const maxPhotoBytes = 512 * 1024;
export interface SetMemberPhotoRequest {
  /** The image's bytes, base64. */
  body: { photo: string };
}

/** A request for the member with this id. */
export type MemberByIdRequest = { params: { id: string } };
export interface MemberStatusResponse {
  member: { id: string; status: MemberStatus };
}
export type DeleteMyMemberRequest = { query?: { contentAssigneeId?: string | undefined } };

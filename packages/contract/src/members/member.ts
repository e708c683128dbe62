import type { Address, CustomField, IdentityProfile } from "../auth/identity/identity.ts";
import type { AddressTag, PhoneTag } from "../auth/state.ts";

/** How much of a member is told. Source: entities.md, Member. */
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
  };
}

/** Of a member's record, what they can change. What is left out stays; `null` takes it away, and so does an empty text. */
export interface MemberChanges {
  profile?: { nickname?: string | null | undefined } | null | undefined;
  contact?:
    | {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        /** All of them. A number that stays keeps its tag. */
        phones?: string[] | null | undefined;
        /** All of them. An address that stays keeps its tag. */
        addresses?: Address[] | null | undefined;
        /** By any key; `name` counts. Fields that are not named stay. */
        customFields?: Record<string, CustomField> | null | undefined;
      }
    | null
    | undefined;
  privacyStatus?: "PRIVATE" | "PUBLIC" | undefined;
}

export type UpdateMemberRequest = { params: { memberId: string }; body: { member: MemberChanges } };
/** A member's phones, addresses and fields with their tags, for which the contract's member has no place. */
export interface MemberDetails {
  phones: { tag: PhoneTag; phone: string }[];
  addresses: { tag: AddressTag; address: Address }[];
  customFields: CustomField[];
  privacyStatus: "PRIVATE" | "PUBLIC";
}
/** Kinds of fields that a site owner asks members for. */
export const declaredFieldTypes = ["TEXT", "NUMBER", "DATE"] as const;
/** A field that the site owner asks members for. A value of another kind is refused under its name. */
export interface DeclaredField {
  name: string;
  type: (typeof declaredFieldTypes)[number];
}
export interface MemberDetailsResponse {
  details: MemberDetails;
  /** In the owner's order; most members have filled in only some, or none. */
  declaredFields: DeclaredField[];
}
export type UpdateMemberDetailsRequest = {
  body: {
    details: Pick<IdentityProfile, "phones" | "addresses" | "customFields"> & Pick<MemberChanges, "privacyStatus">;
  };
};
export type GetMemberRequest = { params: { id: string }; query?: { fieldsets?: MemberFieldset[] | undefined } };
export type GetCurrentMemberRequest = { query?: { fieldsets?: MemberFieldset[] } };

/** Bytes of a member's photo. The screens make it small before it is sent. */
export const maxPhotoBytes = 512 * 1024;
export interface SetMemberPhotoRequest {
  /** The picture's bytes, base64. */
  body: { photo: string };
}

/** A member whom a program of the owner's means. */
export type MemberByIdRequest = { params: { id: string } };
export interface MemberStatusResponse {
  member: { id: string; status: MemberStatus };
}
export type DeleteMyMemberRequest = { query?: { contentAssigneeId?: string | undefined } };

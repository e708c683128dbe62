import type { PagingMetadata } from "../../wire/query.ts";

/** Maximum badges of a site. */
export const maxBadges = 100;
/** Maximum ids of members in a call. */
export const maxBadgeMembers = 100;

/** A badge that the owner assigns to members. */
export interface MemberBadge {
  id: string;
  title: string;
  description?: string;
  /** In the format `#796EFF`. */
  backgroundColor: string;
  textColor: string;
  /** URL of an image. */
  icon?: string;
  /** Badges grant no permissions. */
  permissionsEnabled: false;
  /** Derived from the title when the badge is created. */
  slug: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
}
/** Changes of a badge: omitted properties stay, and `null` removes a description or an icon. */
export interface BadgeInput {
  title?: string | undefined;
  description?: string | null | undefined;
  /** Default: `#796EFF`. */
  backgroundColor?: string | undefined;
  /** Default: `#FFFFFF`. */
  textColor?: string | undefined;
  icon?: string | null | undefined;
}

type OffsetPaging = { paging?: { limit?: number | undefined; offset?: number | undefined } | undefined };
export type CreateBadgeRequest = { body: { badge: BadgeInput & { title: string } } };
export type UpdateBadgeRequest = { params: { badgeId: string }; body: { badge: BadgeInput } };
export type BadgeByIdRequest = { params: { id: string } };
export interface BadgeResponse {
  badge: MemberBadge;
}
export type ListBadgesRequest = { query?: OffsetPaging };
/** In the owner's order. */
export interface ListBadgesResponse {
  badges: MemberBadge[];
  metadata: PagingMetadata;
}
export type UpdateBadgesOrderRequest = { body: { badgeIds: string[] } };
export interface UpdateBadgesOrderResponse {
  badges: MemberBadge[];
}
export type AssignBadgeRequest = { params: { id: string }; body: { memberIds: string[] } };
/** The members who have the badge now; unknown ids are omitted. */
export interface AssignBadgeResponse {
  memberIds: string[];
}
export type UnassignBadgeRequest = { params: { id: string }; query: { memberIds: string[] } };
export type ListMembersByBadgeRequest = { params: { id: string }; query?: OffsetPaging };
export interface ListMembersByBadgeResponse {
  memberIds: string[];
  metadata: PagingMetadata;
}
export type ListBadgesPerMemberRequest = { body: { memberIds: string[] } };
export interface ListBadgesPerMemberResponse {
  memberBadgeIds: { memberId: string; badgeIds: string[] }[];
}
/** Of the members that the caller may see. */
export interface BadgeCountsResponse {
  badgeMemberCounts: { badgeId: string; memberCount: number }[];
}

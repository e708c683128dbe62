import type { PagingMetadata, WireQuery } from "../../wire/query.ts";

/** A text about a member, for the profile page. */
export interface MemberAbout {
  id: string;
  memberId: string;
  /** Rich content. */
  content: { nodes: unknown[] };
  /** An integer as text, incremented by every change. */
  revision: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
}
export interface MemberAboutResponse {
  memberAbout: MemberAbout;
}
export type CreateMemberAboutRequest = {
  body: { memberAbout: { memberId?: string | undefined; content: { nodes: unknown[] } } };
};
export type UpdateMemberAboutRequest = {
  params: { aboutId: string };
  body: { memberAbout: { content: { nodes: unknown[] }; revision?: string | undefined } };
};
export type MemberAboutByIdRequest = { params: { id: string } };
export type QueryMemberAboutsRequest = { body: { query?: WireQuery } };
export interface QueryMemberAboutsResponse {
  memberAbouts: MemberAbout[];
  pagingMetadata: PagingMetadata;
}

/** Privacy of the profiles of new members. */
export type DefaultPrivacyStatus = "PRIVATE" | "PUBLIC";
export interface DefaultPrivacyResponse {
  defaultPrivacyStatus: DefaultPrivacyStatus;
}
export type SetDefaultPrivacyRequest = { body: { defaultPrivacyStatus: DefaultPrivacyStatus } };

/** Who may see the member directory. */
export const directoryAudiences = ["OFF", "MEMBERS", "EVERYONE"] as const;
/** Privacy of the member directory. */
export interface MemberPrivacySettings {
  /** Who sees the member directory of the member site. */
  directory: (typeof directoryAudiences)[number];
}
export interface MemberPrivacySettingsResponse {
  memberPrivacySettings: MemberPrivacySettings;
}
export type SetMemberPrivacySettingsRequest = { body: { memberPrivacySettings: MemberPrivacySettings } };

export type BlockMemberForMeRequest = { body: { memberId: string } };
export type UnblockMemberForMeRequest = { params: { memberId: string } };
export type ListMyBlocksRequest = {
  query?: { paging?: { limit?: number | undefined; offset?: number | undefined } | undefined };
};
export type ListMemberBlocksRequest = ListMyBlocksRequest & { params: { memberId: string } };
/** Members that a member has blocked, latest first. */
export interface ListBlocksResponse {
  memberIds: string[];
  metadata: PagingMetadata;
}

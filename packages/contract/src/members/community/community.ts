import type { Cursors, PagingMetadata, WireQuery } from "../../wire/query.ts";

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
  defaultPrivacy: {
    defaultPrivacy: DefaultPrivacyStatus;
    /** Always `1`: the last change wins. */
    revision: string;
  };
}
export type SetDefaultPrivacyRequest = {
  body: { defaultPrivacy: { defaultPrivacy: DefaultPrivacyStatus; revision?: string | undefined } };
};

/** Who may see members with a public profile. */
export const memberVisibilities = ["VISIBLE_TO_MEMBERS_ONLY", "VISIBLE_TO_ALL"] as const;
/** Who may be in the member directory. */
export const memberCandidates = ["NO_ONE", "ANYONE"] as const;
/** Privacy of the member directory of the member site. */
export interface MemberPrivacySettings {
  /** Who sees the directory. */
  publicMemberVisibility: (typeof memberVisibilities)[number];
  /** `NO_ONE`: there is no directory. */
  publicMemberCandidates: (typeof memberCandidates)[number];
  /** Always `1`: the last change wins. */
  revision: string;
}
export interface MemberPrivacySettingsResponse {
  memberPrivacySettings: MemberPrivacySettings;
}
/** Omitted properties stay; `publicMemberVisibility` alone turns the directory on. */
export type SetMemberPrivacySettingsRequest = {
  body: { memberPrivacySettings: { [Name in keyof MemberPrivacySettings]?: MemberPrivacySettings[Name] | undefined } };
};

export type BlockMemberForMeRequest = { body: { memberId: string } };
export type UnblockMemberForMeRequest = { params: { memberId: string } };
export type ListMyBlocksRequest = {
  query?: { cursorPaging?: { limit?: number | undefined; cursor?: string | undefined } | undefined };
};
export type ListMemberBlocksRequest = ListMyBlocksRequest & { params: { memberId: string } };
/** Cursors of pages of blocks. */
export interface BlocksPaging {
  count: number;
  cursors: Cursors;
  hasNext: boolean;
}
/** Members that the signed-in member has blocked, latest first. */
export interface ListMyBlocksResponse {
  blockedMemberIds: string[];
  pagingMetadata: BlocksPaging;
}
/** Members that a member has blocked, latest first. */
export interface ListMemberBlocksResponse {
  memberBlocks: { memberId: string; blockDirection: "BLOCKING" }[];
  pagingMetadata: BlocksPaging;
}

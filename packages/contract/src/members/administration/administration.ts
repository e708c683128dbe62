import type { Address, CustomField } from "../../auth/identity/identity.ts";
import type { PagingMetadata, WireQuery, WireSorting } from "../../wire/query.ts";
import type { Member, MemberFieldset, MemberStatus } from "../member.ts";

/** Properties that a search of members reads. Source: entities.md, Search. */
export const memberSearchFields = [
  "loginEmail",
  "contact.firstName",
  "contact.lastName",
  "profile.nickname",
  "profile.title",
  "profile.slug",
] as const;
/** A property that a search of members reads. */
export type MemberSearchField = (typeof memberSearchFields)[number];

export interface ListMembersRequest {
  query?: {
    paging?: { limit?: number | undefined; offset?: number | undefined } | undefined;
    fieldsets?: MemberFieldset[] | undefined;
    sorting?: WireSorting[] | undefined;
  };
}

/** `total` counts the members that the caller may see. */
export interface ListMembersResponse {
  members: Member[];
  metadata: PagingMetadata;
}

export interface QueryMembersRequest {
  body: {
    /** The original client also sends `sorting` instead of `sort`. */
    query?: WireQuery;
    fieldsets?: MemberFieldset[] | undefined;
    /** Members with this text in one of the fields, ignoring case. Default: all fields the caller may read. */
    search?: { expression?: string | null; fields?: MemberSearchField[] } | undefined;
    /** Counts the whole list, also with cursor paging. */
    returnTotalCount?: boolean | undefined;
  };
}

/** `metadata` and `pagingMetadata` are equal: clients read one or the other. */
export interface QueryMembersResponse extends ListMembersResponse {
  pagingMetadata: PagingMetadata;
}

/** A member to create. The email counts as verified. */
export interface NewMember {
  loginEmail: string;
  profile?: { nickname?: string | null | undefined; title?: string | null | undefined } | null | undefined;
  contact?:
    | {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        phones?: string[] | null | undefined;
        addresses?: Address[] | null | undefined;
        birthdate?: string | null | undefined;
        company?: string | null | undefined;
        jobTitle?: string | null | undefined;
        customFields?: Record<string, CustomField> | null | undefined;
      }
    | null
    | undefined;
  privacyStatus?: "PRIVATE" | "PUBLIC" | undefined;
}
export type CreateMemberRequest = { body: { member: NewMember } };

export type UpdateMySlugRequest = { body: { slug: string } };
export type UpdateMemberSlugRequest = { params: { id: string }; body: { slug: string } };

/** Selects members for a bulk action; the same filters as in queries. */
export type BulkMembersByFilterRequest = {
  body: {
    filter: Record<string, unknown>;
    /** Also requires this text in a name, the email, or the slug. A Porchlight extension. */
    search?: { expression: string } | undefined;
  };
};
export type BulkDeleteMembersRequest = { body: { memberIds: string[] } };

/** Result of a bulk action for each member, in the order of the request. Source: entities.md, BulkMemberResult. */
export interface BulkDeleteMembersResponse {
  results: {
    itemMetadata: {
      id: string;
      originalIndex: number;
      success: boolean;
      error?: { code: string; description: string };
    };
  }[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}

/** Actions on all members that match a filter, which run in the background. */
export const memberJobActions = ["APPROVE", "REJECT", "BLOCK", "DELETE"] as const;
/** An action on all members that match a filter. */
export type MemberJobAction = (typeof memberJobActions)[number];
export const memberJobStatuses = ["RUNNING", "FINISHED", "FAILED"] as const;
/** The status of a bulk action. */
export type MemberJobStatus = (typeof memberJobStatuses)[number];

export interface BulkMembersByFilterResponse {
  /** For `getMemberJob`. */
  jobId: string;
}

/** A bulk action on the members that match a filter. */
export interface MemberJob {
  id: string;
  action: MemberJobAction;
  status: MemberJobStatus;
  /** Members that matched when the job started. */
  total: number;
  /** Members handled so far: changed, failed, or skipped because the action does not apply to them. */
  processed: number;
  /** Members changed so far. */
  succeeded: number;
  /** Members that could not be changed. */
  failed: number;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** Absent while the job is running. */
  finishedDate?: string;
}
export type MemberJobRequest = { params: { jobId: string } };
export interface MemberJobResponse {
  job: MemberJob;
}

/** Names a member by id or email. */
export type LegacyMemberRequest = { body: { memberId?: string | undefined; email?: string | undefined } };
export interface LegacyMemberResponse {
  member: { id: string; status: MemberStatus };
}
export type ChangeLoginEmailRequest = { params: { id: string }; body: { newLoginEmail: string } };
export type SendSetPasswordEmailRequest = { body: { email: string; hideIgnoreMessage?: boolean | undefined } };
export interface SendSetPasswordEmailResponse {
  accepted: boolean;
}

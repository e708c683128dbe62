import { endpoint } from "../../endpoint.ts";
import { encodeComplexQuery } from "../../wire/complex-query.ts";
import type { Member, MemberByIdRequest, MemberStatusResponse } from "../member.ts";
import type {
  BulkDeleteMembersRequest,
  BulkDeleteMembersResponse,
  BulkMembersByFilterRequest,
  BulkMembersByFilterResponse,
  ChangeLoginEmailRequest,
  CreateMemberRequest,
  LegacyMemberRequest,
  LegacyMemberResponse,
  ListMembersRequest,
  ListMembersResponse,
  MemberJobRequest,
  MemberJobResponse,
  QueryMembersRequest,
  QueryMembersResponse,
  SendSetPasswordEmailRequest,
  SendSetPasswordEmailResponse,
  UpdateMemberSlugRequest,
  UpdateMySlugRequest,
} from "./administration.ts";

export const listMembers = /* @__PURE__ */ endpoint<ListMembersRequest, ListMembersResponse>(
  "GET",
  "/members/v1/members",
  { encode: encodeComplexQuery },
);
export const queryMembers = /* @__PURE__ */ endpoint<QueryMembersRequest, QueryMembersResponse>(
  "POST",
  "/members/v1/members/query",
  { readOnly: true },
);
export const createMember = /* @__PURE__ */ endpoint<CreateMemberRequest, { member: Member }>(
  "POST",
  "/members/v1/members",
);
export const approveMember = /* @__PURE__ */ endpoint<MemberByIdRequest, MemberStatusResponse>(
  "POST",
  "/members/v1/members/:id/approve",
);
export const muteMember = /* @__PURE__ */ endpoint<MemberByIdRequest, { member: Member }>(
  "POST",
  "/members/v1/members/:id/mute",
);
export const unmuteMember = /* @__PURE__ */ endpoint<MemberByIdRequest, { member: Member }>(
  "POST",
  "/members/v1/members/:id/unmute",
);
/** Must be matched before {@link updateMemberSlug}, where `my` would be an id. */
export const updateMySlug = /* @__PURE__ */ endpoint<UpdateMySlugRequest, { member: Member }>(
  "POST",
  "/members/v1/members/my/slug",
);
export const updateMemberSlug = /* @__PURE__ */ endpoint<UpdateMemberSlugRequest, { member: Member }>(
  "POST",
  "/members/v1/members/:id/slug",
);
export const joinCommunity = /* @__PURE__ */ endpoint<Record<never, never>, { member: Member }>(
  "POST",
  "/members/v1/members/join-community",
);
export const leaveCommunity = /* @__PURE__ */ endpoint<Record<never, never>, { member: Member }>(
  "POST",
  "/members/v1/members/leave-community",
);
export const bulkApproveMembers = /* @__PURE__ */ endpoint<BulkMembersByFilterRequest, BulkMembersByFilterResponse>(
  "POST",
  "/members/v1/members/bulk/approve-by-filter",
);
export const bulkBlockMembers = /* @__PURE__ */ endpoint<BulkMembersByFilterRequest, BulkMembersByFilterResponse>(
  "POST",
  "/members/v1/members/bulk/block-by-filter",
);
export const bulkDeleteMembersByFilter = /* @__PURE__ */ endpoint<
  BulkMembersByFilterRequest,
  BulkMembersByFilterResponse
>("POST", "/members/v1/members/bulk/delete-by-filter");
export const bulkDeleteMembers = /* @__PURE__ */ endpoint<BulkDeleteMembersRequest, BulkDeleteMembersResponse>(
  "POST",
  "/members/v1/members/bulk/delete",
);
/** A Porchlight extension. */
export const getMemberJob = /* @__PURE__ */ endpoint<MemberJobRequest, MemberJobResponse>(
  "GET",
  "/_api/porchlight/v1/members/jobs/:jobId",
);

/** Calls of older clients. */
export const legacyApproveMember = /* @__PURE__ */ endpoint<LegacyMemberRequest, LegacyMemberResponse>(
  "POST",
  "/api/v1/members/approve",
);
export const legacyBlockMember = /* @__PURE__ */ endpoint<LegacyMemberRequest, LegacyMemberResponse>(
  "POST",
  "/api/v1/members/block",
);
export const changeLoginEmail = /* @__PURE__ */ endpoint<ChangeLoginEmailRequest, { member: Member }>(
  "PATCH",
  "/api/v1/members/:id/change-login-email",
);
export const sendSetPasswordEmail = /* @__PURE__ */ endpoint<SendSetPasswordEmailRequest, SendSetPasswordEmailResponse>(
  "POST",
  "/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email",
);

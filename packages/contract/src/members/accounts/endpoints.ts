import type { SecurityEvent } from "../../auth/account/security-event.ts";
import { endpoint } from "../../endpoint.ts";
import type { BulkMembersByFilterRequest, BulkMembersByFilterResponse } from "../administration/administration.ts";
import type { MemberByIdRequest, MemberStatusResponse } from "../member.ts";
import type {
  EndMemberSessionRequest,
  InviteMemberRequest,
  InviteMemberResponse,
  ListMemberSecurityEventsRequest,
  MemberAccount,
  RemoveMemberFactorRequest,
  ViewAsMemberResponse,
} from "./accounts.ts";

/** Porchlight extensions for the people who manage members. */
export const getMemberAccount = /* @__PURE__ */ endpoint<MemberByIdRequest, { account: MemberAccount }>(
  "GET",
  "/_api/porchlight/v1/members/:id/account",
);
export const listMemberSecurityEvents = /* @__PURE__ */ endpoint<
  ListMemberSecurityEventsRequest,
  { events: SecurityEvent[]; hasMore: boolean }
>("GET", "/_api/porchlight/v1/members/:id/security-events");
export const inviteMember = /* @__PURE__ */ endpoint<InviteMemberRequest, InviteMemberResponse>(
  "POST",
  "/_api/porchlight/v1/members/invitations",
);
export const rejectMember = /* @__PURE__ */ endpoint<MemberByIdRequest, MemberStatusResponse>(
  "POST",
  "/_api/porchlight/v1/members/:id/reject",
);
export const endMemberSessions = /* @__PURE__ */ endpoint<MemberByIdRequest, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/members/:id/end-sessions",
);
export const resetMemberFactors = /* @__PURE__ */ endpoint<MemberByIdRequest, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/members/:id/reset-factors",
);
export const undoMemberReview = /* @__PURE__ */ endpoint<MemberByIdRequest, MemberStatusResponse>(
  "POST",
  "/_api/porchlight/v1/members/:id/undo-review",
);
export const bulkRejectMembers = /* @__PURE__ */ endpoint<BulkMembersByFilterRequest, BulkMembersByFilterResponse>(
  "POST",
  "/_api/porchlight/v1/members/bulk/reject-by-filter",
);
export const endMemberSession = /* @__PURE__ */ endpoint<EndMemberSessionRequest, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/members/:id/sessions/:sessionId/end",
);
export const removeMemberFactor = /* @__PURE__ */ endpoint<RemoveMemberFactorRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/members/:id/factors/:factorId",
);
export const viewAsMember = /* @__PURE__ */ endpoint<MemberByIdRequest, ViewAsMemberResponse>(
  "POST",
  "/_api/porchlight/v1/members/:id/view",
);

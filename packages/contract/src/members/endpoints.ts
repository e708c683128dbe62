import { endpoint } from "../endpoint.ts";
import type {
  DeleteMyMemberRequest,
  GetCurrentMemberRequest,
  GetMemberRequest,
  Member,
  MemberByIdRequest,
  MemberDetails,
  MemberDetailsResponse,
  MemberStatusResponse,
  SetMemberPhotoRequest,
  UpdateMemberDetailsRequest,
  UpdateMemberRequest,
} from "./member.ts";

/** Returns `{}` for a visitor, which is not an error. */
export const getCurrentMember = /* @__PURE__ */ endpoint<GetCurrentMemberRequest, { member?: Member }>(
  "GET",
  "/members/v1/members/my",
);
/** Members update their own record. */
export const updateMember = /* @__PURE__ */ endpoint<UpdateMemberRequest, { member: Member }>(
  "PATCH",
  "/members/v1/members/:memberId",
);
/** Must be matched after {@link getCurrentMember}, where `my` is no id. */
export const getMember = /* @__PURE__ */ endpoint<GetMemberRequest, { member: Member }>(
  "GET",
  "/members/v1/members/:id",
);
export const deleteMemberPhones = /* @__PURE__ */ endpoint<MemberByIdRequest, { member: Member }>(
  "DELETE",
  "/members/v1/members/:id/phones",
);
export const deleteMemberEmails = /* @__PURE__ */ endpoint<MemberByIdRequest, { member: Member }>(
  "DELETE",
  "/members/v1/members/:id/emails",
);
export const deleteMemberAddresses = /* @__PURE__ */ endpoint<MemberByIdRequest, { member: Member }>(
  "DELETE",
  "/members/v1/members/:id/addresses",
);
/** Porchlight extensions. */
export const getMemberDetails = /* @__PURE__ */ endpoint<Record<never, never>, MemberDetailsResponse>(
  "GET",
  "/_api/porchlight/v1/members/my/details",
);
export const updateMemberDetails = /* @__PURE__ */ endpoint<UpdateMemberDetailsRequest, { details: MemberDetails }>(
  "PATCH",
  "/_api/porchlight/v1/members/my/details",
);
export const setMemberPhoto = /* @__PURE__ */ endpoint<SetMemberPhotoRequest, { member: Member }>(
  "PUT",
  "/_api/porchlight/v1/members/my/photo",
);
export const removeMemberPhoto = /* @__PURE__ */ endpoint<Record<never, never>, { member: Member }>(
  "DELETE",
  "/_api/porchlight/v1/members/my/photo",
);
export const blockMember = /* @__PURE__ */ endpoint<MemberByIdRequest, MemberStatusResponse>(
  "POST",
  "/members/v1/members/:id/block",
);
export const disconnectMember = /* @__PURE__ */ endpoint<MemberByIdRequest, MemberStatusResponse>(
  "POST",
  "/members/v1/members/:id/disconnect",
);
/** Must be matched before {@link deleteMember}, where `my` would be an id. */
export const deleteMyMember = /* @__PURE__ */ endpoint<DeleteMyMemberRequest, Record<never, never>>(
  "DELETE",
  "/members/v1/members/my",
);
export const deleteMember = /* @__PURE__ */ endpoint<MemberByIdRequest, Record<never, never>>(
  "DELETE",
  "/members/v1/members/:id",
);

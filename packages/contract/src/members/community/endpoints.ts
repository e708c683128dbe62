import { endpoint } from "../../endpoint.ts";
import { encodeComplexQuery } from "../../wire/complex-query.ts";
import type {
  BlockMemberForMeRequest,
  CreateMemberAboutRequest,
  DefaultPrivacyResponse,
  ListMemberBlocksRequest,
  ListMemberBlocksResponse,
  ListMyBlocksRequest,
  ListMyBlocksResponse,
  MemberAboutByIdRequest,
  MemberAboutResponse,
  MemberPrivacySettingsResponse,
  QueryMemberAboutsRequest,
  QueryMemberAboutsResponse,
  SetDefaultPrivacyRequest,
  SetMemberPrivacySettingsRequest,
  UnblockMemberForMeRequest,
  UpdateMemberAboutRequest,
} from "./community.ts";

type Nothing = Record<never, never>;

export const createMemberAbout = /* @__PURE__ */ endpoint<CreateMemberAboutRequest, MemberAboutResponse>(
  "POST",
  "/members/v2/abouts",
);
export const queryMemberAbouts = /* @__PURE__ */ endpoint<QueryMemberAboutsRequest, QueryMemberAboutsResponse>(
  "POST",
  "/members/v2/abouts/query",
  { readOnly: true },
);
/** Must be matched before {@link getMemberAbout}, where `my` would be an id. */
export const getMyMemberAbout = /* @__PURE__ */ endpoint<Nothing, { memberAbout?: MemberAboutResponse["memberAbout"] }>(
  "GET",
  "/members/v2/abouts/my",
);
export const getMemberAbout = /* @__PURE__ */ endpoint<MemberAboutByIdRequest, MemberAboutResponse>(
  "GET",
  "/members/v2/abouts/:id",
);
export const updateMemberAbout = /* @__PURE__ */ endpoint<UpdateMemberAboutRequest, MemberAboutResponse>(
  "PATCH",
  "/members/v2/abouts/:aboutId",
);
export const deleteMemberAbout = /* @__PURE__ */ endpoint<MemberAboutByIdRequest, Nothing>(
  "DELETE",
  "/members/v2/abouts/:id",
);

export const getDefaultPrivacyStatus = /* @__PURE__ */ endpoint<Nothing, DefaultPrivacyResponse>(
  "GET",
  "/members/v1/default-privacy-status",
);
export const setDefaultPrivacyStatus = /* @__PURE__ */ endpoint<SetDefaultPrivacyRequest, DefaultPrivacyResponse>(
  "PATCH",
  "/members/v1/default-privacy-status",
);
export const getMemberPrivacySettings = /* @__PURE__ */ endpoint<Nothing, MemberPrivacySettingsResponse>(
  "GET",
  "/members/v1/privacy-settings",
);
export const setMemberPrivacySettings = /* @__PURE__ */ endpoint<
  SetMemberPrivacySettingsRequest,
  MemberPrivacySettingsResponse
>("POST", "/members/v1/privacy-settings");

export const blockMemberForMe = /* @__PURE__ */ endpoint<BlockMemberForMeRequest, Nothing>(
  "POST",
  "/members/v1/member-to-member-blocks/members/my",
);
/** Must be matched before {@link listMemberBlocks}, where `my` would be an id. */
export const listMyBlocks = /* @__PURE__ */ endpoint<ListMyBlocksRequest, ListMyBlocksResponse>(
  "GET",
  "/members/v1/member-to-member-blocks/members/my",
  { encode: encodeComplexQuery },
);
export const unblockMemberForMe = /* @__PURE__ */ endpoint<UnblockMemberForMeRequest, Nothing>(
  "DELETE",
  "/members/v1/member-to-member-blocks/members/my/:memberId",
);
export const listMemberBlocks = /* @__PURE__ */ endpoint<ListMemberBlocksRequest, ListMemberBlocksResponse>(
  "GET",
  "/members/v1/member-to-member-blocks/members/:memberId",
  { encode: encodeComplexQuery },
);

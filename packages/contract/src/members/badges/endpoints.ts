import { endpoint } from "../../endpoint.ts";
import type {
  AssignBadgeRequest,
  AssignBadgeResponse,
  BadgeByIdRequest,
  BadgeCountsResponse,
  BadgeResponse,
  CreateBadgeRequest,
  ListBadgesPerMemberRequest,
  ListBadgesPerMemberResponse,
  ListBadgesRequest,
  ListBadgesResponse,
  ListMembersByBadgeRequest,
  ListMembersByBadgeResponse,
  UnassignBadgeRequest,
  UpdateBadgeRequest,
  UpdateBadgesOrderRequest,
  UpdateBadgesOrderResponse,
} from "./badge.ts";

type Nothing = Record<never, never>;
const badges = "/members/v3/badges";

export const createBadge = /* @__PURE__ */ endpoint<CreateBadgeRequest, BadgeResponse>("POST", badges);
export const listBadges = /* @__PURE__ */ endpoint<ListBadgesRequest, ListBadgesResponse>("GET", badges);
/** Must be matched before calls with an id, where `order` and `members` would be one. */
export const updateBadgesOrder = /* @__PURE__ */ endpoint<UpdateBadgesOrderRequest, UpdateBadgesOrderResponse>(
  "PATCH",
  `${badges}/order`,
);
export const getBadgeCounts = /* @__PURE__ */ endpoint<Nothing, BadgeCountsResponse>("GET", `${badges}/members/count`);
export const listBadgesPerMember = /* @__PURE__ */ endpoint<ListBadgesPerMemberRequest, ListBadgesPerMemberResponse>(
  "POST",
  `${badges}/members`,
  { readOnly: true },
);
export const getBadge = /* @__PURE__ */ endpoint<BadgeByIdRequest, BadgeResponse>("GET", `${badges}/:id`);
export const updateBadge = /* @__PURE__ */ endpoint<UpdateBadgeRequest, BadgeResponse>("PATCH", `${badges}/:badgeId`);
export const deleteBadge = /* @__PURE__ */ endpoint<BadgeByIdRequest, Nothing>("DELETE", `${badges}/:id`);
export const assignBadge = /* @__PURE__ */ endpoint<AssignBadgeRequest, AssignBadgeResponse>(
  "POST",
  `${badges}/:id/members`,
);
export const unassignBadge = /* @__PURE__ */ endpoint<UnassignBadgeRequest, Nothing>("DELETE", `${badges}/:id/members`);
export const listMembersByBadge = /* @__PURE__ */ endpoint<ListMembersByBadgeRequest, ListMembersByBadgeResponse>(
  "GET",
  `${badges}/:id/members`,
);

import { endpoint } from "../../endpoint.ts";
import type {
  FollowMemberRequest,
  ListFollowersRequest,
  ListFollowersResponse,
  ListMyFollowersRequest,
  QueryConnectionsRequest,
  QueryConnectionsResponse,
  QueryMyConnectionsRequest,
} from "./follower.ts";

type Nothing = Record<never, never>;
const readOnly = { readOnly: true };

/** Calls for `my` must be matched before those for `:memberId`, where `my` would be an id. */
export const listMyFollowers = /* @__PURE__ */ endpoint<ListMyFollowersRequest, ListFollowersResponse>(
  "GET",
  "/members/v3/followers/my",
);
export const listMyFollowing = /* @__PURE__ */ endpoint<ListMyFollowersRequest, ListFollowersResponse>(
  "GET",
  "/members/v3/followers/my/following",
);
export const queryMyConnections = /* @__PURE__ */ endpoint<QueryMyConnectionsRequest, QueryConnectionsResponse>(
  "POST",
  "/members/v3/followers/my/connections",
  readOnly,
);
export const listFollowers = /* @__PURE__ */ endpoint<ListFollowersRequest, ListFollowersResponse>(
  "GET",
  "/members/v3/followers/:memberId",
);
export const listFollowing = /* @__PURE__ */ endpoint<ListFollowersRequest, ListFollowersResponse>(
  "GET",
  "/members/v3/followers/:memberId/following",
);
export const queryConnections = /* @__PURE__ */ endpoint<QueryConnectionsRequest, QueryConnectionsResponse>(
  "POST",
  "/members/v3/followers/:memberId/connections",
  readOnly,
);
export const followMember = /* @__PURE__ */ endpoint<FollowMemberRequest, Nothing>(
  "POST",
  "/members/v3/followers/:memberId",
);
export const unfollowMember = /* @__PURE__ */ endpoint<FollowMemberRequest, Nothing>(
  "DELETE",
  "/members/v3/followers/:memberId",
);

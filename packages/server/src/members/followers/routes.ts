import * as endpoints from "@porchlight/contract/members/followers/endpoints";
import {
  followMemberRequest,
  listFollowersRequest,
  listMyFollowersRequest,
  queryConnectionsRequest,
  queryMyConnectionsRequest,
} from "@porchlight/contract/members/followers/schema";
import { type Area, serve } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  followMember,
  listFollows,
  listMyFollows,
  queryConnections,
  queryMyConnections,
  unfollowMember,
} from "./followers.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

/** Followers of members. */
export function followerRoutes(area: Area, context: ServerContext): void {
  serve(area, endpoints.listMyFollowers, listMyFollowersRequest, (request, input) =>
    listMyFollows(context, request, input, "followers"),
  );
  serve(area, endpoints.listMyFollowing, listMyFollowersRequest, (request, input) =>
    listMyFollows(context, request, input, "following"),
  );
  serve(area, endpoints.queryMyConnections, queryMyConnectionsRequest, (request, input) =>
    queryMyConnections(context, request, input),
  );
  serve(area, endpoints.listFollowers, listFollowersRequest, (request, input) =>
    listFollows(context, request, input, "followers"),
  );
  serve(area, endpoints.listFollowing, listFollowersRequest, (request, input) =>
    listFollows(context, request, input, "following"),
  );
  serve(area, endpoints.queryConnections, queryConnectionsRequest, (request, input) =>
    queryConnections(context, request, input),
  );
  serve(
    area,
    endpoints.followMember,
    followMemberRequest,
    (request, input) => followMember(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.unfollowMember,
    followMemberRequest,
    (request, input) => unfollowMember(context, request, input),
    changes,
  );
}

import * as z from "zod";
import { maxBlogPageSize } from "../../limits.ts";
import { guid, queryInteger } from "../../wire/value-schema.ts";
import { maxConnections } from "./follower.ts";

const params = z.object({ memberId: guid });
const query = z.object({
  paging: z.object({ limit: queryInteger(1, maxBlogPageSize).optional(), cursor: z.string().optional() }).optional(),
});
const body = z.object({ connectedMemberIds: z.array(guid).min(1).max(maxConnections) });

export const followMemberRequest = z.object({ params });
export const listMyFollowersRequest = z.object({ query });
export const listFollowersRequest = z.object({ params, query });
export const queryMyConnectionsRequest = z.object({ body });
export const queryConnectionsRequest = z.object({ params, body });

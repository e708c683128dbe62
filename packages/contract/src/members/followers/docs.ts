import * as z from "zod";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const empty = { description: "An empty object.", schema: emptyResponse };
const members = {
  description: "Ids of members that you may see, latest first.",
  schema: z.object({
    memberIds: z.array(z.guid()),
    pagingMetadata: z.object({
      count: z.number(),
      cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }),
      hasNext: z.boolean(),
    }),
  }),
};
const connections = {
  description: "A connection for each id; both values are false for members that you may not see.",
  schema: z.object({
    connectedMembers: z.array(
      z.object({ connectedMemberId: z.guid(), followingMember: z.boolean(), followedByMember: z.boolean() }),
    ),
  }),
};

export const followerDocs = {
  followMember: {
    summary: "Follow a member",
    description: "For a signed-in member; idempotent. Blocking a follower removes them.",
    response: empty,
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "MEMBER_SELF_FOLLOW_FORBIDDEN"],
    example: { params: { memberId: exampleId } },
  },
  unfollowMember: {
    summary: "Unfollow a member",
    description: "For a signed-in member; idempotent.",
    response: empty,
    errors: ["NOT_ALLOWED"],
    example: { params: { memberId: exampleId } },
  },
  listMyFollowers: {
    summary: "List your followers",
    response: members,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: {},
  },
  listMyFollowing: {
    summary: "List the members that you follow",
    response: members,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: {},
  },
  queryMyConnections: {
    summary: "Get whether you and other members follow each other",
    response: connections,
    errors: ["NOT_ALLOWED"],
    example: { body: { connectedMemberIds: [exampleId] } },
  },
  listFollowers: {
    summary: "List the followers of a member",
    description: "Of a member that you may see.",
    response: members,
    errors: ["MEMBER_NOT_FOUND", "CURSOR_INVALID"],
    example: { params: { memberId: exampleId } },
  },
  listFollowing: {
    summary: "List the members that a member follows",
    description: "Of a member that you may see.",
    response: members,
    errors: ["MEMBER_NOT_FOUND", "CURSOR_INVALID"],
    example: { params: { memberId: exampleId } },
  },
  queryConnections: {
    summary: "Get whether a member and others follow each other",
    description: "Of a member that you may see.",
    response: connections,
    errors: ["MEMBER_NOT_FOUND"],
    example: { params: { memberId: exampleId }, body: { connectedMemberIds: [exampleId] } },
  },
} as const satisfies Record<string, EndpointDocs>;

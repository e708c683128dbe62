import * as z from "zod";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const empty = { description: "An empty object.", schema: emptyResponse };
const metadata = z.object({
  count: z.number(),
  offset: z.number().optional(),
  total: z.number().optional(),
  tooManyToCount: z.boolean().optional(),
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }).optional(),
  hasNext: z.boolean().optional(),
});
const badge = z
  .object({
    id: z.guid(),
    title: z.string(),
    description: z.string().optional(),
    backgroundColor: z.string(),
    textColor: z.string(),
    icon: z.string().optional(),
    permissionsEnabled: z.literal(false),
    slug: z.string(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: "MemberBadge" });
const one = { description: "The badge.", schema: z.object({ badge }) };
const memberIds = z.array(z.guid());
const params = { id: exampleId };
const changes = ["NOT_ALLOWED", "BADGE_NOT_FOUND"] as const;

export const badgeDocs = {
  createBadge: {
    summary: "Create a badge",
    description: "Requires an API key of role admin. A site has at most 100 badges.",
    response: one,
    errors: ["NOT_ALLOWED", "BADGES_FULL"],
    example: { body: { badge: { title: "Board", backgroundColor: "#796EFF", textColor: "#FFFFFF" } } },
  },
  listBadges: {
    summary: "List badges",
    response: {
      description: "A page of badges, in the owner's order.",
      schema: z.object({ badges: z.array(badge), metadata }),
    },
    example: {},
  },
  getBadge: { summary: "Get a badge", response: one, errors: ["BADGE_NOT_FOUND"], example: { params } },
  updateBadge: {
    summary: "Update a badge",
    description: "Requires an API key of role admin.",
    response: one,
    errors: changes,
    example: { params: { badgeId: exampleId }, body: { badge: { title: "Board" } } },
  },
  deleteBadge: {
    summary: "Delete a badge",
    description: "Requires an API key of role admin. Members lose the badge.",
    response: empty,
    errors: changes,
    example: { params },
  },
  updateBadgesOrder: {
    summary: "Order badges",
    description: "Requires an API key of role admin. Other badges follow in their previous order.",
    response: { description: "The badges.", schema: z.object({ badges: z.array(badge) }) },
    errors: changes,
    example: { body: { badgeIds: [exampleId] } },
  },
  assignBadge: {
    summary: "Assign a badge to members",
    description: "Requires an API key of role admin. Idempotent.",
    response: {
      description: "The members who have the badge now; unknown ids are omitted.",
      schema: z.object({ memberIds }),
    },
    errors: changes,
    example: { params, body: { memberIds: [exampleId] } },
  },
  unassignBadge: {
    summary: "Remove a badge from members",
    description: "Requires an API key of role admin. Idempotent.",
    response: empty,
    errors: changes,
    example: { params, query: { memberIds: [exampleId] } },
  },
  listMembersByBadge: {
    summary: "List the members with a badge",
    description: "Members that you may see, latest first.",
    response: { description: "A page of ids.", schema: z.object({ memberIds, metadata }) },
    errors: ["BADGE_NOT_FOUND"],
    example: { params },
  },
  listBadgesPerMember: {
    summary: "List the badges of members",
    response: {
      description: "Members that you may see, with their badges.",
      schema: z.object({ memberBadgeIds: z.array(z.object({ memberId: z.guid(), badgeIds: z.array(z.guid()) })) }),
    },
    example: { body: { memberIds: [exampleId] } },
  },
  getBadgeCounts: {
    summary: "Count the members with each badge",
    description: "Counts the members that you may see.",
    response: {
      description: "A number for each badge, in the owner's order.",
      schema: z.object({ badgeMemberCounts: z.array(z.object({ badgeId: z.guid(), memberCount: z.number() })) }),
    },
    example: {},
  },
} as const satisfies Record<string, EndpointDocs>;

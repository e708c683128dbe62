import * as endpoints from "@porchlight/contract/members/badges/endpoints";
import {
  assignBadgeRequest,
  badgeByIdRequest,
  createBadgeRequest,
  listBadgesPerMemberRequest,
  listBadgesRequest,
  listMembersByBadgeRequest,
  unassignBadgeRequest,
  updateBadgeRequest,
  updateBadgesOrderRequest,
} from "@porchlight/contract/members/badges/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import * as badges from "./badges.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember", authorize: requireMemberManager } as const;

/** Badges of members. */
export function badgeRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    endpoints.createBadge,
    createBadgeRequest,
    (request, input) => badges.createBadge(context, request, input),
    changes,
  );
  serve(area, endpoints.listBadges, listBadgesRequest, (request, input) => badges.listBadges(context, request, input));
  serve(
    area,
    endpoints.updateBadgesOrder,
    updateBadgesOrderRequest,
    (request, input) => badges.updateBadgesOrder(context, request, input),
    changes,
  );
  serve(area, endpoints.getBadgeCounts, z.object({}), (request) => badges.getBadgeCounts(context, request));
  serve(area, endpoints.listBadgesPerMember, listBadgesPerMemberRequest, (request, input) =>
    badges.listBadgesPerMember(context, request, input),
  );
  serve(area, endpoints.getBadge, badgeByIdRequest, (request, input) => badges.getBadge(context, request, input));
  serve(
    area,
    endpoints.updateBadge,
    updateBadgeRequest,
    (request, input) => badges.updateBadge(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.deleteBadge,
    badgeByIdRequest,
    (request, input) => badges.deleteBadge(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.assignBadge,
    assignBadgeRequest,
    (request, input) => badges.assignBadge(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.unassignBadge,
    unassignBadgeRequest,
    (request, input) => badges.unassignBadge(context, request, input),
    changes,
  );
  serve(area, endpoints.listMembersByBadge, listMembersByBadgeRequest, (request, input) =>
    badges.listMembersByBadge(context, request, input),
  );
}

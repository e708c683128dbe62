import { toSlug } from "@porchlight/contract/blog/slug";
import { defaultPageSize } from "@porchlight/contract/limits";
import {
  type AssignBadgeRequest,
  type AssignBadgeResponse,
  type BadgeByIdRequest,
  type BadgeCountsResponse,
  type BadgeResponse,
  type CreateBadgeRequest,
  type ListBadgesPerMemberRequest,
  type ListBadgesPerMemberResponse,
  type ListBadgesRequest,
  type ListBadgesResponse,
  type ListMembersByBadgeRequest,
  type ListMembersByBadgeResponse,
  type MemberBadge,
  maxBadges,
  type UnassignBadgeRequest,
  type UpdateBadgeRequest,
  type UpdateBadgesOrderRequest,
  type UpdateBadgesOrderResponse,
} from "@porchlight/contract/members/badges/badge";
import type { Transaction } from "kysely";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { visibilityOf } from "../directory/member-visibility.ts";
import {
  type BadgeRow,
  countMembersByBadge,
  deleteAssignments,
  deleteBadgeRow,
  findBadges,
  findBadgesPerMember,
  findMembersByBadge,
  insertAssignments,
  insertBadge,
  lockBadges,
  setBadgesOrder,
  updateBadgeRow,
} from "./badges-store.ts";

/** One page of the badges in the owner's order. Source: wire.md, "Members: badges". */
export async function listBadges(
  context: ServerContext,
  _request: Requester,
  { query }: ListBadgesRequest,
): Promise<ListBadgesResponse> {
  const { limit = defaultPageSize, offset = 0 } = query?.paging ?? {};
  const rows = await findBadges(context.db, context.site.id);
  const badges = rows.slice(offset, offset + limit).map(toBadge);
  return { badges, metadata: { count: badges.length, offset, total: rows.length, tooManyToCount: false } };
}

/** @throws {Refusal} `BADGE_NOT_FOUND`. */
export async function getBadge(
  context: ServerContext,
  _request: Requester,
  { params }: BadgeByIdRequest,
): Promise<BadgeResponse> {
  return { badge: toBadge(requireBadge(await findBadges(context.db, context.site.id), params.id)) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `BADGES_FULL`. */
export async function createBadge(
  context: ServerContext,
  { caller }: Requester,
  { body: { badge } }: CreateBadgeRequest,
): Promise<BadgeResponse> {
  const row = await changeBadges(context, caller, async (tx, badges) => {
    if (badges.length >= maxBadges) throw new Refusal("BADGES_FULL");
    const at = context.now();
    return insertBadge(tx, {
      site_id: context.site.id,
      id: newId(at.getTime()),
      title: badge.title,
      description: badge.description ?? null,
      background_color: badge.backgroundColor ?? "#796EFF",
      text_color: badge.textColor ?? "#FFFFFF",
      icon: badge.icon ?? null,
      slug: toSlug(badge.title, "badge"),
      position: Math.max(0, ...badges.map(({ position }) => position)) + 1,
      created_at: at,
      updated_at: at,
    });
  });
  return { badge: toBadge(row) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
export async function updateBadge(
  context: ServerContext,
  { caller }: Requester,
  { params, body: { badge } }: UpdateBadgeRequest,
): Promise<BadgeResponse> {
  const row = await changeBadges(context, caller, async (tx, badges) =>
    updateBadgeRow(tx, requireBadge(badges, params.badgeId), {
      ...(badge.title !== undefined && { title: badge.title }),
      ...(badge.description !== undefined && { description: badge.description }),
      ...(badge.backgroundColor !== undefined && { background_color: badge.backgroundColor }),
      ...(badge.textColor !== undefined && { text_color: badge.textColor }),
      ...(badge.icon !== undefined && { icon: badge.icon }),
      updated_at: context.now(),
    }),
  );
  return { badge: toBadge(row) };
}

/** Deletes a badge; members lose it. @throws {Refusal} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
export async function deleteBadge(
  context: ServerContext,
  { caller }: Requester,
  { params }: BadgeByIdRequest,
): Promise<Record<never, never>> {
  await changeBadges(context, caller, (tx, badges) =>
    deleteBadgeRow(tx, context.site.id, requireBadge(badges, params.id).id),
  );
  return {};
}

/** Orders badges; the others follow in their previous order. @throws {Refusal} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
export async function updateBadgesOrder(
  context: ServerContext,
  { caller }: Requester,
  { body }: UpdateBadgesOrderRequest,
): Promise<UpdateBadgesOrderResponse> {
  const rows = await changeBadges(context, caller, async (tx, badges) => {
    const named = body.badgeIds.map((id) => requireBadge(badges, id).id);
    await setBadgesOrder(tx, context.site.id, [...new Set([...named, ...badges.map(({ id }) => id)])]);
    return findBadges(tx, context.site.id);
  });
  return { badges: rows.map(toBadge) };
}

/** Assigns a badge to members. Idempotent. @throws {Refusal} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
export async function assignBadge(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: AssignBadgeRequest,
): Promise<AssignBadgeResponse> {
  const memberIds = await changeBadges(context, caller, (tx, badges) =>
    insertAssignments(tx, context.site.id, requireBadge(badges, params.id).id, body.memberIds, context.now()),
  );
  return { memberIds };
}

/** Removes a badge from members. Idempotent. @throws {Refusal} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
export async function unassignBadge(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: UnassignBadgeRequest,
): Promise<Record<never, never>> {
  await changeBadges(context, caller, (tx, badges) =>
    deleteAssignments(tx, context.site.id, requireBadge(badges, params.id).id, query.memberIds),
  );
  return {};
}

/** One page of the members with a badge that the caller may see. @throws {Refusal} `BADGE_NOT_FOUND`. */
export async function listMembersByBadge(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: ListMembersByBadgeRequest,
): Promise<ListMembersByBadgeResponse> {
  const { limit = defaultPageSize, offset = 0 } = query?.paging ?? {};
  const { id } = requireBadge(await findBadges(context.db, context.site.id), params.id);
  const found = await findMembersByBadge(context.db, visibilityOf(context, caller), id, { limit, offset });
  const { ids, total } = found;
  return { memberIds: ids, metadata: { count: ids.length, offset, total, tooManyToCount: false } };
}

/** The badges of those members that the caller may see. */
export async function listBadgesPerMember(
  context: ServerContext,
  { caller }: Requester,
  { body }: ListBadgesPerMemberRequest,
): Promise<ListBadgesPerMemberResponse> {
  return { memberBadgeIds: await findBadgesPerMember(context.db, visibilityOf(context, caller), body.memberIds) };
}

/** Numbers of the members that the caller may see, by badge. */
export async function getBadgeCounts(context: ServerContext, { caller }: Requester): Promise<BadgeCountsResponse> {
  return { badgeMemberCounts: await countMembersByBadge(context.db, visibilityOf(context, caller)) };
}

function requireBadge(badges: readonly BadgeRow[], id: string): BadgeRow {
  const badge = badges.find((row) => row.id === id.toLowerCase());
  if (!badge) throw new Refusal("BADGE_NOT_FOUND");
  return badge;
}

async function changeBadges<Result>(
  context: ServerContext,
  caller: Caller,
  change: (tx: Transaction<Tables>, badges: BadgeRow[]) => Promise<Result>,
): Promise<Result> {
  requireMemberManager(caller);
  return context.db.transaction().execute(async (tx) => {
    const result = await change(tx, await lockBadges(tx, context.site.id));
    await recordApiKeyUse(tx, context, caller);
    return result;
  });
}

function toBadge(row: BadgeRow): MemberBadge {
  return {
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    backgroundColor: row.background_color,
    textColor: row.text_color,
    ...(row.icon !== null && { icon: row.icon }),
    permissionsEnabled: false,
    slug: row.slug,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

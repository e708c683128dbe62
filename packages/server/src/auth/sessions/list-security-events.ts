import type { ListSecurityEventsRequest, SecurityEvent } from "@porchlight/contract/auth/account/security-event";
import { findAuditEvents } from "../../platform/audit/audit-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";

const defaultLimit = 50;

/**
 * The account's security events, newest first.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members.
 */
export async function listSecurityEvents(
  context: ServerContext,
  { caller }: Requester,
  { query }: ListSecurityEventsRequest,
): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return readSecurityEvents(context, caller.memberId, query);
}

/** One page of a member's security events, newest first. */
export async function readSecurityEvents(
  context: ServerContext,
  memberId: string,
  { limit = defaultLimit, before }: ListSecurityEventsRequest["query"] = {},
): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
  const rows = await findAuditEvents(context.db, {
    siteId: context.site.id,
    memberId,
    before: before?.toLowerCase(),
    limit: limit + 1,
  });
  const events = rows.slice(0, limit).map(({ id, event, created_at, actor, browser, device }) => ({
    id,
    event,
    date: created_at.toISOString(),
    by: actor === "staff" ? "owner" : actor,
    browser,
    device,
  }));
  return { events, hasMore: rows.length > limit };
}

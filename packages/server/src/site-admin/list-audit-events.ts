import type {
  AuditEvent as AuditEntry,
  ListAuditEventsRequest,
  ListAuditEventsResponse,
} from "@porchlight/contract/site/audit-event";
import { parseEmailAddress } from "../members/email-address.ts";
import { findMember, findMemberByEmail } from "../members/members-store.ts";
import { type AuditEvent, recordAuditEvent } from "../platform/audit/audit.ts";
import { type AuditRow, type AuditSearch, findAuditEvents } from "../platform/audit/audit-store.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { isId } from "../platform/db/ids.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { accountHash } from "../platform/rate-limits/rate-limits.ts";
import type { StaffContext } from "../staff/staff-context.ts";

/** Selects audit events. */
export interface AuditFilter {
  /** ID or email. An email without a member finds attempts to sign in with it. */
  member?: string | undefined;
  event?: AuditEvent | undefined;
  since?: Date | undefined;
  limit: number;
}

export type { AuditEntry };

/**
 * The audit log, newest first, including sign-ins of staff.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `MEMBER_NOT_FOUND` if `member` is neither an ID nor an email.
 */
export async function listAuditEvents(
  context: StaffContext,
  caller: Caller,
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  requireOwner(caller);
  const { member, ...rest } = filter;
  const people = member === undefined ? {} : await findPeople(context, member);
  if (!people) throw new Refusal("MEMBER_NOT_FOUND");
  return findEntries(context, { ...people, ...rest });
}

/** A page of more events than the default is an export, for which staff must have authenticated recently. */
const maxReadEvents = 50;
/** Pages that the same caller exports within this time are one export. */
const exportMs = 10 * 60_000;

/** Whether a request is part of an export. */
export const isAuditExport = ({ query }: ListAuditEventsRequest): boolean => (query.limit ?? 0) > maxReadEvents;

/** A page of the audit log. An export is an event itself, once in ten minutes. @throws {Refusal} `NOT_ALLOWED`. */
export async function listAuditPage(
  context: StaffContext,
  { caller }: Requester,
  request: ListAuditEventsRequest,
): Promise<ListAuditEventsResponse> {
  requireOwner(caller);
  const { person, event, since, until, before, limit = maxReadEvents } = request.query;
  if (isAuditExport(request)) await recordExport(context, caller);
  const people = person === undefined ? {} : await findPeople(context, person.trim());
  if (!people) return { events: [], hasMore: false };
  const events = await findEntries(context, {
    ...people,
    event,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    before,
    limit: limit + 1,
  });
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}

async function recordExport(context: StaffContext, caller: Caller): Promise<void> {
  const { db, site, now } = context;
  const event = "audit-log-exported";
  const since = new Date(now().getTime() - exportMs);
  const staffId = caller.kind === "staff" ? caller.staffId : undefined;
  const isRecorded =
    staffId !== undefined &&
    (await findAuditEvents(db, { siteId: site.id, people: [staffId], event, since, limit: 1 })).length > 0;
  if (!isRecorded) await recordAuditEvent(db, context, event, { by: caller });
}

async function findEntries(
  { db, site }: StaffContext,
  search: Omit<AuditSearch, "siteId" | "includesStaff">,
): Promise<AuditEntry[]> {
  const siteId = site.id;
  const stored = await findAuditEvents(db, { siteId, includesStaff: true, ...search });
  const rows = stored.map((row) => (row.site_id === siteId ? row : ofStaff(row)));
  return rows.map((row) => ({
    id: row.id,
    date: row.created_at.toISOString(),
    event: row.event,
    by: row.actor,
    ...(row.member_id !== null && { memberId: row.member_id }),
    ...(row.account !== null && { account: row.account }),
    ...(row.key_id !== null && { keyId: row.key_id }),
    ...(row.staff_id !== null && { staffId: row.staff_id }),
    ...(row.app_id !== null && { appId: row.app_id }),
    ...(row.browser !== null && { browser: row.browser }),
    ...(row.device !== null && { device: row.device }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.facts !== null && { details: row.facts }),
  }));
}

/** On their own site, staff are members. What other staff did to an account names it in its details. */
function ofStaff(row: AuditRow): AuditRow {
  const { member_id: accountId } = row;
  if (row.staff_id !== null && accountId !== null)
    return { ...row, member_id: null, facts: { ...row.facts, staffId: accountId } };
  return { ...row, actor: row.actor === "member" ? "staff" : row.actor, staff_id: accountId, member_id: null };
}

/** Accounts of members and staff with this ID or email; `undefined` for other texts. */
async function findPeople(
  { db, site, staffSite, secrets }: StaffContext,
  person: string,
): Promise<Pick<AuditSearch, "people" | "account"> | undefined> {
  if (isId(person)) {
    const id = person.toLowerCase();
    const stored = await findMember(db, site.id, id);
    return { people: [id], account: stored?.email_key ? accountHash(secrets, stored.email_key) : undefined };
  }
  const email = parseEmailAddress(person);
  if (!email) return undefined;
  const found = await Promise.all([site.id, staffSite.site.id].map((id) => findMemberByEmail(db, id, email.key)));
  return { people: found.flatMap((member) => member?.id ?? []), account: accountHash(secrets, email.key) };
}

import { parseEmailAddress } from "../members/email-address.ts";
import { findMember, findMemberByEmail } from "../members/members-store.ts";
import type { AuditEvent } from "../platform/audit/audit.ts";
import { type AuditRow, findAuditEvents } from "../platform/audit/audit-store.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { accountHash } from "../platform/rate-limits/rate-limits.ts";
import type { ServerContext } from "../platform/server-context.ts";

/** Selects audit events. */
export interface AuditFilter {
  /** ID or email. An email without a member finds attempts to sign in with it. */
  member?: string | undefined;
  event?: AuditEvent | undefined;
  since?: Date | undefined;
  limit: number;
}

/** Unknown values are omitted. */
export interface AuditEntry {
  id: string;
  date: string;
  event: string;
  by: string;
  memberId?: string;
  /** Hash of the email of a sign-in attempt. */
  account?: string;
  keyId?: string;
  /** The staff account of an event with `by` `staff`. */
  staffId?: string;
  appId?: string;
  browser?: string;
  device?: string;
  requestId?: string;
  details?: Record<string, string>;
}

/**
 * The audit log, newest first, including sign-ins of staff.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `MEMBER_NOT_FOUND` if `member` is neither an ID nor an email.
 */
export async function listAuditEvents(
  context: ServerContext,
  caller: Caller,
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  requireOwner(caller);
  const { member, ...rest } = filter;
  const memberFilter = member === undefined ? {} : await resolveMember(context, member);
  const siteId = context.site.id;
  const stored = await findAuditEvents(context.db, { siteId, includesStaff: true, ...memberFilter, ...rest });
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

/** On their own site, staff are members. */
const ofStaff = (row: AuditRow): AuditRow => ({
  ...row,
  actor: row.actor === "member" ? "staff" : row.actor,
  staff_id: row.member_id,
  member_id: null,
});

async function resolveMember({ db, site, secrets }: ServerContext, member: string) {
  if (isId(member)) {
    const memberId = member.toLowerCase();
    const stored = await findMember(db, site.id, memberId);
    return { memberId, account: stored?.email_key ? accountHash(secrets, stored.email_key) : undefined };
  }
  const email = parseEmailAddress(member);
  if (!email) throw new Refusal("MEMBER_NOT_FOUND");
  const stored = await findMemberByEmail(db, site.id, email.key);
  return { memberId: stored?.id, account: accountHash(secrets, email.key) };
}

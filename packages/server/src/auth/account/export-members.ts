import { csvHeader, csvTextLine } from "../../data/import-export/files/write-csv.ts";
import { findMatchingIds } from "../../members/directory/member-pages-store.ts";
import { fullName, toMember } from "../../members/member-serializer.ts";
import { findMembersById, type MemberRow } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";

const batchSize = 500;

const columns = [
  ...["id", "loginEmail", "loginEmailVerified", "status", "privacyStatus", "activityStatus", "slug", "nickname"],
  ...["title", "firstName", "lastName", "phones", "emails", "company", "jobTitle", "birthdate", "customFields"],
  ...["createdDate", "updatedDate", "lastLoginDate"],
];

/**
 * All members except deleted ones as CSV for spreadsheets, oldest first, in chunks.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function* exportMembers(
  context: ServerContext,
  caller: Caller,
): AsyncGenerator<{ text: string; members: number }, void> {
  requireOwner(caller);
  const siteId = context.site.id;
  await recordAuditEvent(context.db, context, "members-exported", { by: caller });
  yield { text: csvHeader(columns), members: 0 };
  for (let after: string | null = null; ; ) {
    const ids: string[] = await findMatchingIds(context.db, siteId, { after, limit: batchSize });
    const rows = await findMembersById(context.db, siteId, ids);
    if (rows.length > 0) yield { text: rows.map((row) => lineOf(context, row)).join(""), members: rows.length };
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? null;
  }
}

function lineOf(context: ServerContext, row: MemberRow): string {
  const { profile, contact, ...member } = toMember(context, row, ["FULL"]);
  const { nickname } = row.profile;
  const cells: Record<string, unknown> = {
    ...member,
    ...contact,
    slug: profile.slug,
    nickname: nickname === fullName(row.profile) ? "" : nickname,
    title: profile.title,
    phones: contact?.phones.join("; "),
    emails: contact?.emails.join("; "),
    customFields: JSON.stringify(Object.fromEntries((row.profile.customFields ?? []).map((f) => [f.name, f.value]))),
  };
  return csvTextLine(columns.map((name) => String(cells[name] ?? "")));
}

import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import type { Member } from "@porchlight/contract/members/member";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { searchCondition } from "../directory/member-query-fields-sql.ts";
import { parseEmailAddress } from "../email-address.ts";
import { fullName, toMember } from "../member-serializer.ts";
import { findMember, findMemberByEmail, findMembers, type MemberRow } from "../members-store.ts";

const listLimit = 1_000;

/**
 * The newest 1000 members, or those of them with a text in a name, the email, or the slug.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listMembers(
  context: ServerContext,
  caller: Caller,
  { status, search }: { status?: IdentityStatus | undefined; search?: string | undefined } = {},
): Promise<MemberSummary[]> {
  requireMemberManager(caller);
  const matches = search ? searchCondition(search, undefined, true) : undefined;
  const rows = await findMembers(context.db, context.site.id, { status, matches, limit: listLimit });
  return rows.map(toMemberSummary);
}

/**
 * A member with all fields, for the owner.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function showMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<Member> {
  requireMemberManager(caller);
  const { db, site } = context;
  const key = parseEmailAddress(idOrEmail)?.key;
  const found = isId(idOrEmail) ? findMember(db, site.id, idOrEmail) : key && findMemberByEmail(db, site.id, key);
  const row = await found;
  if (!row || row.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
  return toMember(context, row, ["FULL"]);
}

/** A member in the owner's lists. */
export interface MemberSummary {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
  slug: string;
  status: IdentityStatus;
  pendingReasons: PendingReason[];
  /** ISO 8601, UTC. */
  createdDate: string;
  lastLoginDate: string | null;
}

export function toMemberSummary(row: MemberRow): MemberSummary {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    name: fullName(row.profile) ?? row.profile.nickname ?? null,
    slug: row.slug,
    status: row.status,
    pendingReasons: row.pending_reasons,
    createdDate: row.created_at.toISOString(),
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
  };
}

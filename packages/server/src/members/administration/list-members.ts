import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { searchCondition } from "../directory/member-query-fields-sql.ts";
import { fullName } from "../member-serializer.ts";
import { findMembers, type MemberRow } from "../members-store.ts";

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
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const matches = search ? searchCondition(search, undefined, true) : sql<boolean>`true`;
  const rows = await findMembers(context.db, context.site.id, { status, matches, limit: listLimit });
  return rows.map(toMemberSummary);
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

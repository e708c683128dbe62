import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { fullName } from "../member-serializer.ts";
import type { MemberRow } from "../members-store.ts";

/** What the owner sees of a member in a list. */
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

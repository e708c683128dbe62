import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { readSettings } from "../../platform/settings/settings-store.ts";
import { requireQuota } from "../../platform/settings/site-quotas-store.ts";
import type { EmailAddress } from "../email-address.ts";
import { withNames } from "../member-details.ts";
import { slugCandidates } from "../member-slug.ts";
import { insertMember, type MemberRow } from "../members-store.ts";

/**
 * Adds a member with the first free slug. The insert itself detects a taken email, so that exactly one of several
 * concurrent registrations succeeds.
 *
 * @throws {Refusal} `-19995`, `SITE_QUOTA_EXCEEDED`.
 */
export async function addMember(
  tx: DbOrTx,
  context: TxContext,
  member: {
    /** Default: a new one. */
    id?: string | undefined;
    email: EmailAddress;
    emailVerified: boolean;
    /** Null for a member who signs in with an external provider. */
    passwordHash: string | null;
    status: IdentityStatus;
    pendingReasons: PendingReason[];
    profile: IdentityProfile;
  },
): Promise<MemberRow> {
  await requireQuota(tx, context.site.id, "members");
  const at = context.now();
  const profile = await withDefaultPrivacy(tx, context, withNames(member.profile, member.profile));
  for (const slug of slugCandidates(profile)) {
    const added = await insertMember(tx, {
      siteId: context.site.id,
      id: member.id ?? newId(at.getTime()),
      email: member.email.address,
      emailKey: member.email.key,
      emailVerified: member.emailVerified,
      passwordHash: member.passwordHash,
      status: member.status,
      pendingReasons: member.pendingReasons,
      profile,
      slug,
      at,
    });
    if (added === "email taken") throw new Refusal("-19995");
    if (added !== "slug taken") return added;
  }
  throw new Error("unreachable: slug candidates are infinite");
}

/** Reads the setting in the transaction, because its cache may have to wait for another connection. */
async function withDefaultPrivacy(tx: DbOrTx, { site }: TxContext, profile: IdentityProfile): Promise<IdentityProfile> {
  if (profile.privacyStatus === "PUBLIC" || profile.privacyStatus === "PRIVATE") return profile;
  const { memberPrivacy } = await readSettings(tx, site.id);
  return memberPrivacy === "public" ? { ...profile, privacyStatus: "PUBLIC" } : profile;
}

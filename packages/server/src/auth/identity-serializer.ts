import type { Identity } from "@porchlight/contract/auth/identity/identity";
import type { MemberRow } from "../members/members-store.ts";

/** A member as sign-in results contain it; the email of the account comes first in the profile's list. */
export function toIdentity(row: MemberRow): Identity {
  const otherEmails = (row.profile.emails ?? []).filter(({ email }) => email.toLowerCase() !== row.email.toLowerCase());
  return {
    id: row.id,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    status: { name: row.status, reasons: row.pending_reasons },
    emailVerified: row.email_verified,
    identityProfile: {
      ...row.profile,
      privacyStatus: row.profile.privacyStatus ?? "PRIVATE",
      emails: [{ tag: "MAIN", email: row.email }, ...otherEmails],
    },
  };
}

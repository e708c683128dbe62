import { findDevInboxMessages } from "../../platform/mail/dev-inbox-store.ts";
import type { StaffContext } from "../../staff/staff-context.ts";

/** The messages in the development inbox, oldest first. @param recipient Default: all recipients. */
export function listDevInbox({ db, site, staffSite }: StaffContext, recipient: string | undefined) {
  // PostgreSQL cannot store NUL, so no recipient contains it.
  return findDevInboxMessages(db, [site.id, staffSite.site.id], recipient?.replaceAll("\u0000", ""));
}

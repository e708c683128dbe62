import { findDevInboxMessages } from "../../platform/mail/dev-inbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** The messages in the development inbox, oldest first. @param recipient Default: all recipients. */
export function listDevInbox({ db, site }: ServerContext, recipient: string | undefined) {
  // PostgreSQL cannot store NUL, so no recipient contains it.
  return findDevInboxMessages(db, site.id, recipient?.replaceAll("\u0000", ""));
}

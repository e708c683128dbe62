import { siteAppId } from "../auth/apps/site-app.ts";
import { requireRecentReauthentication } from "../auth/mfa/recent-reauthentication.ts";
import type { Caller } from "../platform/context/caller.ts";
import type { StaffContext } from "./staff-context.ts";

/**
 * Guards dangerous actions in the console; other callers pass.
 *
 * @throws {Refusal} `REAUTHENTICATION_REQUIRED`, with the methods in `ways`, if the last authentication is older than ten
 *   minutes; `UNAUTHENTICATED` if the session has ended.
 */
export async function requireRecentStaffAuthentication(
  { staffSite }: Pick<StaffContext, "staffSite">,
  caller: Caller,
): Promise<void> {
  if (caller.kind !== "staff") return;
  const { staffId, sessionId } = caller;
  const self = { kind: "member", appId: siteAppId(staffSite.site.id), memberId: staffId, sessionId } as const;
  await requireRecentReauthentication(staffSite.db, staffSite, self);
}

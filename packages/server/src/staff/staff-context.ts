import { staffApiPath } from "@porchlight/contract/staff/sign-in-endpoints";
import { siteAppId, syncApp } from "../auth/apps/site-app.ts";
import { requireRecentReauthentication } from "../auth/mfa/recent-reauthentication.ts";
import type { Caller } from "../platform/context/caller.ts";
import { createAccessTokens } from "../platform/identity/access-tokens.ts";
import { createApiKeys } from "../platform/identity/api-keys.ts";
import { openKeyRing } from "../platform/identity/key-ring.ts";
import { createLiveSessions } from "../platform/identity/live-sessions.ts";
import { createRefreshConfirmations } from "../platform/identity/refresh-confirmations.ts";
import { createStaffCallers, type StaffCallers } from "../platform/identity/staff-callers.ts";
import { createWebhookKeys } from "../platform/identity/webhook-keys.ts";
import { createRateLimits, noRateLimits } from "../platform/rate-limits/rate-limits.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { copyStaffSettings, createSettings } from "../platform/settings/settings-store.ts";
import { findOrAddStaffSite, findStaffRoles } from "./staff-store.ts";

/** Services of the console's accounts. */
export interface StaffContext extends ServerContext {
  /**
   * The site whose members are the staff accounts: sign-in, recovery, factors, sessions and rate limits of staff work
   * as for members, and no query for members finds them.
   */
  staffSite: ServerContext & {
    /** The app that the console signs in with. */
    clientId: string;
  };
  staffCallers: StaffCallers;
}

/** Path of the console. */
export const consolePath = "/admin";

const hourMs = 3_600_000;
/** Sessions of staff are shorter than those of members. Hours without use, and in total. */
const sessionTtl = { idleMs: 2 * hourMs, absoluteMs: 12 * hourMs };

/** Opens the staff site, which is created at the first start. */
export async function openStaffSite(context: ServerContext): Promise<StaffContext> {
  const { db, secrets, now, log } = context;
  const siteId = await findOrAddStaffSite(db, context.site.id, context.site.name, now());
  await copyStaffSettings(db, context.site.id, siteId);
  const publicUrl = `${context.config.publicUrl}${staffApiPath}`;
  const liveSessions = createLiveSessions(db, siteId, now);
  const accessTokens = createAccessTokens(await openKeyRing(db, siteId, secrets, now), publicUrl, siteId);
  const staffSite: ServerContext = {
    ...context,
    site: { ...context.site, id: siteId },
    config: {
      ...context.config,
      publicUrl,
      siteUrl: `${context.config.publicUrl}${consolePath}`,
      allowsSelfService: false,
      sessionTtl,
    },
    settings: createSettings(db, siteId),
    accessTokens,
    apiKeys: createApiKeys(db, siteId),
    liveSessions,
    refreshConfirmations: createRefreshConfirmations({ db, siteId, log, now }),
    limits: context.config.rateLimits === false ? noRateLimits : createRateLimits({ db, siteId, secrets, log, now }),
    webhookKeys: createWebhookKeys(db, siteId, secrets, now),
  };
  const redirectUri = `${context.config.publicUrl}${consolePath}/callback`;
  const { clientId } = await syncApp(staffSite, context.config.publicUrl, redirectUri);
  const staffCallers = createStaffCallers({ accessTokens, liveSessions }, () => findStaffRoles(db, siteId));
  return { ...context, staffSite: { ...staffSite, clientId }, staffCallers };
}

/**
 * Guards dangerous actions in the console; other callers pass.
 *
 * @throws {Refusal} `REAUTHENTICATION_REQUIRED`, with the methods in `ways`, if the last authentication is older than
 *   ten minutes; `UNAUTHENTICATED` if the session has ended.
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

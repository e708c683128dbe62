import { join } from "node:path";
import { createPostViews } from "../blog/analytics/post-views.ts";
import { createPageRevision } from "../blog/page-revision/page-revision.ts";
import { createReadCache } from "../blog/read-cache.ts";
import { itemsFor } from "../data/hooks/hook-items.ts";
import { createHookRegistry } from "../data/hooks/hook-registry.ts";
import { createSecrets } from "../platform/crypto/secrets.ts";
import { createAccessTokens } from "../platform/identity/access-tokens.ts";
import { createApiKeys } from "../platform/identity/api-keys.ts";
import { openKeyRing, secretKeyOfRow } from "../platform/identity/key-ring.ts";
import { createLiveSessions } from "../platform/identity/live-sessions.ts";
import { createRefreshConfirmations } from "../platform/identity/refresh-confirmations.ts";
import { createWebhookKeys } from "../platform/identity/webhook-keys.ts";
import { outboxQueues } from "../platform/jobs/outbox-store.ts";
import { createRateLimits, noRateLimits } from "../platform/rate-limits/rate-limits.ts";
import { createSiteTexts } from "../platform/settings/custom-texts.ts";
import { createSettings } from "../platform/settings/settings-store.ts";
import { type SiteRow, syncSite, toSite } from "../platform/settings/sites-store.ts";
import { createFileStore, sitesFolder } from "../platform/storage/file-store.ts";
import { createSizeCache, sizesFolder } from "../platform/storage/renderer/size-cache.ts";
import { createS3Store } from "../platform/storage/s3-store.ts";
import { openStaffSite } from "../staff/staff-context.ts";
import type { ServerConfig, SiteServer } from "./app-context.ts";
import type { Installation } from "./installation.ts";

type AppContext = SiteServer["context"];

/**
 * The configuration of a site. An additional one has its own URL, secret key and folders; hooks and collections of the
 * site's module belong to the main site.
 */
export function configOfSite(config: ServerConfig, row: SiteRow): ServerConfig {
  const { id, url, mailFrom } = row;
  const secretKey = secretKeyOfRow(config.secretKey, row);
  if (url === null) return { ...config, secretKey };
  const { mediaS3 } = config;
  return {
    ...config,
    publicUrl: url,
    siteUrl: config.siteUrl === undefined ? undefined : url,
    mailFrom: mailFrom ?? config.mailFrom,
    secretKey,
    mediaDir: join(config.mediaDir, sitesFolder, id),
    mediaS3: mediaS3 && { ...mediaS3, url: `${mediaS3.url}/${sitesFolder}/${id}` },
    backupDir: join(config.backupDir, sitesFolder, id),
    backupS3: undefined,
    siteHooks: undefined,
    codeCollections: undefined,
    // Metrics are those of the process.
    externalMetrics: true,
  };
}

/**
 * Opens the services of a site.
 *
 * @throws {KeyRingError} if `secretKey` is not the key of the database.
 */
export async function openSiteContext(
  { db, replicas, passwords, renderer, textCatalog, log, now, wakeups, ...installation }: Installation,
  row: SiteRow,
  wakeWebhooks: () => void,
): Promise<AppContext> {
  const config = configOfSite(installation.config, row);
  const site = await toSite(db, row);
  const siteId = site.id;
  const secrets = createSecrets(config.secretKey);
  const keys = await openKeyRing(db, siteId, secrets, now);
  const context: Omit<AppContext, "views" | "pageRevision" | "readCache" | "staffSite" | "staffCallers"> = {
    db,
    site,
    config,
    settings: await syncSite(db, createSettings(db, siteId), site),
    siteTexts: createSiteTexts(db, siteId),
    textCatalog,
    secrets,
    passwords,
    accessTokens: createAccessTokens(keys, config.publicUrl, siteId),
    apiKeys: createApiKeys(db, siteId),
    liveSessions: createLiveSessions(db, siteId, now),
    refreshConfirmations: createRefreshConfirmations({ db, siteId, log, now }),
    limits: config.rateLimits === false ? noRateLimits : createRateLimits({ db, siteId, secrets, log, now }),
    media: config.mediaS3 ? createS3Store(config.mediaS3) : createFileStore(config.mediaDir),
    sizes: createSizeCache(join(config.mediaDir, sizesFolder)),
    renderer,
    log,
    now,
    webhookKeys: createWebhookKeys(db, siteId, secrets, now),
    hooks: { ...createHookRegistry({ db, siteId }, config.siteHooks), itemsFor },
    codeCollections: new Set(config.codeCollections),
    wakeJobs: (kind) => void wakeups.emit("job", kind),
    wakeOutbox: () => {
      for (const kind of outboxQueues) wakeups.emit("job", kind);
    },
    wakeWebhooks,
  };
  const pageRevision = createPageRevision(context);
  const readCache = createReadCache(pageRevision);
  return {
    ...(await openStaffSite(context)),
    ...context,
    views: createPostViews(context),
    pageRevision,
    readCache,
    replicas,
  };
}

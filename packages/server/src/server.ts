import { join } from "node:path";
import { createApp } from "./app.ts";
import type { AppContext, ServerConfig } from "./app-context.ts";
import { deliverMessage } from "./auth/mfa/codes/deliver-message.ts";
import { mailRecoveryLink } from "./auth/recovery/email-recovery-link.ts";
import { flushPostCounters } from "./blog/analytics/flush-post-counters.ts";
import { createPostViews } from "./blog/analytics/post-views.ts";
import { runWaitingImports } from "./blog/import/jobs/run-waiting-imports.ts";
import { createLiveFeed } from "./blog/live/live-feed.ts";
import { announceScheduledPosts } from "./blog/schedule/announce-scheduled-posts.ts";
import { publishDuePosts } from "./blog/schedule/publish-due-posts.ts";
import { mendUniqueIndexes } from "./data/collections/definition/unique-indexes.ts";
import { purgeCollections } from "./data/collections/purge-collections.ts";
import { itemsFor } from "./data/hooks/context-items.ts";
import { createHooks } from "./data/hooks/create-hooks.ts";
import { runTransfers } from "./data/import-export/run-transfers.ts";
import { buildIndexes } from "./data/indexes/build-indexes.ts";
import { runDataJobs } from "./data/jobs/run-data-jobs.ts";
import { createDataFeed } from "./data/live/data-feed.ts";
import { createClock } from "./platform/context/clock.ts";
import { createPasswords } from "./platform/crypto/passwords.ts";
import { createSecrets } from "./platform/crypto/secrets.ts";
import { countConnections, type Db, openDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import type { RequestOrigin } from "./platform/http/serve.ts";
import { createAccessTokens } from "./platform/identity/access-tokens.ts";
import { createApiKeys } from "./platform/identity/api-keys.ts";
import { openKeyRing } from "./platform/identity/key-ring.ts";
import { createLiveSessions } from "./platform/identity/live-sessions.ts";
import { createRefreshConfirmations } from "./platform/identity/renewals.ts";
import { createWebhookKeys } from "./platform/identity/webhook-keys.ts";
import { startCleanup } from "./platform/jobs/cleanup.ts";
import { startIntervalTask } from "./platform/jobs/interval-task.ts";
import { fileKinds, mailKinds, messageKinds } from "./platform/jobs/outbox.ts";
import { countOutbox } from "./platform/jobs/outbox-counts.ts";
import { startOutboxWorker } from "./platform/jobs/outbox-worker.ts";
import { createDelivery } from "./platform/mail/delivery.ts";
import { createMetrics, type Metrics } from "./platform/metrics/metrics.ts";
import { createRateLimits, noRateLimits } from "./platform/rate-limits/rate-limits.ts";
import { createSiteTexts } from "./platform/settings/custom-texts.ts";
import { createSettings } from "./platform/settings/settings.ts";
import { openSite, syncSiteName } from "./platform/settings/sites-store.ts";
import { createMediaFolder } from "./platform/storage/file-store.ts";
import { removeUnfinished } from "./platform/storage/remove-unfinished.ts";
import { createRenderer } from "./platform/storage/renderer/renderer.ts";
import { createSizeCache, sizesFolder } from "./platform/storage/renderer/size-cache.ts";
import { createS3Store } from "./platform/storage/s3-store.ts";
import { startDeliveryWorker } from "./webhooks/delivery-worker.ts";

export interface Server {
  /** Answers one request of the contract. Works in process as well as behind a socket. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** What the command line and the tests work with. */
  context: AppContext;
  /** What this process has counted; pages that it does not answer itself may be added. */
  metrics: Metrics;
  /** Ends answers that would go on for ever: to be called before the sockets are waited for. */
  endStreams(): Promise<void>;
  /** Finishes what is under way, then lets go of the database. */
  close(): Promise<void>;
}

/** A scheduled post is this late at most, while the server runs. */
const publishEveryMs = 5_000;
/** What a crash may lose of the views, and nothing else. */
const figuresEveryMs = 5_000;
const tidyEveryMs = 60 * 60_000;

/** An import that a program asked for begins this late at most. */
const importEveryMs = 2_000;
/** The same of a change to all items that meet a filter. */
const dataJobsEveryMs = 1_000;
/** An index that was asked for is begun this late at most. */
const indexesEveryMs = 2_000;

/** Opens the database, brings it up to this version, and starts the workers that send mails and messages. */
export async function createServer(config: ServerConfig): Promise<Server> {
  let wakeOutbox: () => void = () => undefined;
  let wakeWebhooks: () => void = () => undefined;
  const { context, db } = await openDeps(config, {
    wakeOutbox: () => wakeOutbox(),
    wakeWebhooks: () => wakeWebhooks(),
  });
  const sendMail = createDelivery(context);
  const workers = [
    startOutboxWorker(db, context.log, mailKinds, (entry) =>
      entry.kind === "mail" ? sendMail(entry) : mailRecoveryLink(context, entry),
    ),
    startOutboxWorker(db, context.log, messageKinds, (entry) => deliverMessage(context, entry)),
    startOutboxWorker(db, context.log, fileKinds, async ({ payload }) => {
      await context.media.remove(payload.mediaId);
      await context.sizes.remove(payload.mediaId);
    }),
  ];
  wakeOutbox = () => {
    for (const { wake } of workers) wake();
  };
  const webhooks = startDeliveryWorker(context);
  wakeWebhooks = webhooks.wake;
  const sweeper = startCleanup(db, context.log);
  const warn = (event: string, what: string) => (error: unknown) =>
    context.log.warn({ event, reason: error instanceof Error ? error.message : String(error) }, what);
  const publisher = startIntervalTask(
    async () => {
      await publishDuePosts(context);
      await announceScheduledPosts(context);
    },
    publishEveryMs,
    warn("schedule-unavailable", "scheduled posts"),
  );
  const figures = startIntervalTask(
    () => flushPostCounters(context),
    figuresEveryMs,
    warn("figures-unavailable", "figures of posts"),
  );
  const tidier = startIntervalTask(
    () => Promise.all([removeUnfinished(config.mediaDir), context.sizes.tidy()]),
    tidyEveryMs,
    warn("media-untidied", "unfinished uploads"),
  );
  let isClosing = false;
  const importer = startIntervalTask(
    () => runWaitingImports(context, () => isClosing),
    importEveryMs,
    warn("imports-unavailable", "imports"),
  );
  const dataJobs = startIntervalTask(
    () => runDataJobs(context, () => isClosing),
    dataJobsEveryMs,
    warn("data-jobs-unavailable", "jobs of collections"),
  );
  const transfers = startIntervalTask(
    () => runTransfers(context, { isClosing: () => isClosing }),
    dataJobsEveryMs,
    warn("transfers-unavailable", "imports and exports of items"),
  );
  const purger = startIntervalTask(
    () => purgeCollections(context, () => isClosing).then(() => mendUniqueIndexes(context)),
    tidyEveryMs,
    warn("collections-unpurged", "deleted collections"),
  );
  const closing = new AbortController();
  const indexes = startIntervalTask(
    () => buildIndexes(context, closing.signal),
    indexesEveryMs,
    warn("data-indexes-unavailable", "indexes of collections"),
  );
  const metrics = await createMetrics({
    outbox: () => countOutbox(db).catch(() => undefined),
    databaseConnections: () => countConnections(db),
    passwordHashes: () => context.passwords.load(),
  });
  const feeds = { liveFeed: createLiveFeed(context), dataFeed: createDataFeed(context) };
  const app = createApp(context, metrics, feeds);
  const endStreams = async () => {
    await Promise.all(Object.values(feeds).map((feed) => feed.close()));
  };
  return {
    fetch: async (request, origin) => app.fetch(request, origin),
    context,
    metrics,
    endStreams,
    async close() {
      await endStreams();
      sweeper.close();
      isClosing = true;
      closing.abort();
      await Promise.all([
        publisher.close(),
        tidier.close(),
        importer.close(),
        dataJobs.close(),
        transfers.close(),
        purger.close(),
        indexes.close(),
      ]);
      context.renderer.close();
      await webhooks.close();
      await figures.close();
      await context.views.flush().catch(warn("views-lost", "views of posts"));
      await Promise.all(workers.map((worker) => worker.close()));
      await db.destroy();
    },
  };
}

/** The same without routes and workers: for commands that run beside a server. */
export async function openOperator(config: ServerConfig): Promise<{ context: AppContext; close(): Promise<void> }> {
  const { context, db } = await openDeps(config, { wakeOutbox: () => undefined, wakeWebhooks: () => undefined });
  return { context, close: () => db.destroy() };
}

async function openDeps(
  config: ServerConfig,
  wakes: Pick<AppContext, "wakeOutbox" | "wakeWebhooks">,
): Promise<{ context: AppContext; db: Db }> {
  const log = config.logger;
  const now =
    config.now ??
    createClock((milliseconds) => log.warn({ event: "clock-set-back", milliseconds }, "the clock was set back"));
  const db = openDatabase(config.connection, (error) =>
    log.warn({ event: "connection-lost", reason: error.message }, "database"),
  );
  try {
    await migrate(db);
    const site = await openSite(db, now());
    const secrets = createSecrets(config.secretKey);
    const keys = await openKeyRing(db, site.id, secrets, now);
    const known: Omit<AppContext, "views"> = {
      db,
      site,
      config,
      settings: await syncSiteName(db, createSettings(db, site.id), site),
      siteTexts: createSiteTexts(db, site.id),
      secrets,
      passwords: createPasswords(),
      accessTokens: createAccessTokens(keys, config.publicUrl, site.id),
      apiKeys: createApiKeys(db, site.id),
      liveSessions: createLiveSessions(db, site.id, now),
      renewals: createRefreshConfirmations({ db, siteId: site.id, log, now }),
      limits: config.rateLimits === false ? noRateLimits : createRateLimits({ db, siteId: site.id, secrets, log, now }),
      media: config.mediaS3 ? createS3Store(config.mediaS3) : createMediaFolder(config.mediaDir),
      sizes: createSizeCache(join(config.mediaDir, sizesFolder)),
      renderer: createRenderer(),
      log,
      now,
      webhookKeys: createWebhookKeys(db, site.id, secrets, now),
      hooks: createHooks({ db, siteId: site.id, itemsFor }, config.siteHooks),
      ...wakes,
    };
    return { context: { ...known, views: createPostViews(known) }, db };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

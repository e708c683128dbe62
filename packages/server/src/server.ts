import { EventEmitter } from "node:events";
import { join } from "node:path";
import { createApp } from "./app.ts";
import type { AppContext, ServerConfig } from "./app-context.ts";
import { createPostViews, flushPostCounters } from "./blog/analytics/post-views.ts";
import { runWaitingImports } from "./blog/import/jobs/run-import.ts";
import { createLiveFeed } from "./blog/live/live-feed.ts";
import { createPageRevision } from "./blog/page-revision/page-revision.ts";
import { createReadCache } from "./blog/read-cache.ts";
import { announceFutureDatedPosts, publishDuePosts } from "./blog/schedule/schedule.ts";
import { itemsFor } from "./data/hooks/hook-items.ts";
import { createHookRegistry } from "./data/hooks/hook-registry.ts";
import { createDataFeed } from "./data/live/data-feed.ts";
import { createJobHandlers, enqueueCleanup } from "./job-handlers.ts";
import { createClock } from "./platform/context/clock.ts";
import { createPasswords } from "./platform/crypto/passwords.ts";
import { createSecrets } from "./platform/crypto/secrets.ts";
import { countConnections, openDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import type { RequestOrigin } from "./platform/http/serve.ts";
import { createAccessTokens } from "./platform/identity/access-tokens.ts";
import { createApiKeys } from "./platform/identity/api-keys.ts";
import { openKeyRing } from "./platform/identity/key-ring.ts";
import { createLiveSessions } from "./platform/identity/live-sessions.ts";
import { createRefreshConfirmations } from "./platform/identity/refresh-confirmations.ts";
import { createWebhookKeys } from "./platform/identity/webhook-keys.ts";
import { type IntervalTask, startIntervalTask } from "./platform/jobs/interval-task.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { countJobs } from "./platform/jobs/jobs-store.ts";
import { outboxQueues } from "./platform/jobs/outbox-store.ts";
import { createMetrics, type Metrics } from "./platform/metrics/metrics.ts";
import { createRateLimits, noRateLimits } from "./platform/rate-limits/rate-limits.ts";
import { createSiteTexts } from "./platform/settings/custom-texts.ts";
import { createSettings } from "./platform/settings/settings-store.ts";
import { openSite, syncSiteName } from "./platform/settings/sites-store.ts";
import { createFileStore, deleteStaleUploads } from "./platform/storage/file-store.ts";
import { createRenderer } from "./platform/storage/renderer/renderer.ts";
import { createSizeCache, sizesFolder } from "./platform/storage/renderer/size-cache.ts";
import { createS3Store } from "./platform/storage/s3-store.ts";
import { openStaffSite } from "./staff/staff-context.ts";
import { startDeliveryWorker } from "./webhooks/delivery-worker.ts";

/** A server: routes and background workers on one database. */
export interface Server {
  /** Handles a request, in process or from a socket. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** For the operations of `@porchlight/server/operations`. */
  context: AppContext;
  /** Metrics of this process. Requests of other handlers may be added. */
  metrics: Metrics;
  /** Ends event streams: call it before waiting for sockets to close. */
  endStreams(): Promise<void>;
  /** Waits for work in progress, then closes the database connections. */
  close(): Promise<void>;
}

interface IntervalTaskDefinition {
  /** Pause after each run. */
  intervalMs: number;
  /** Logged if a run fails. */
  failure: readonly [event: string, message: string];
  run(context: AppContext, closing: AbortSignal): Promise<unknown>;
}

const hourMs = 60 * 60_000;

const intervalTasks: readonly IntervalTaskDefinition[] = [
  {
    intervalMs: 5_000,
    failure: ["schedule-unavailable", "scheduled posts"],
    async run(context) {
      await publishDuePosts(context);
      await announceFutureDatedPosts(context);
    },
  },
  {
    intervalMs: 5_000,
    failure: ["figures-unavailable", "post counters"],
    run: (context) => flushPostCounters(context),
  },
  {
    intervalMs: hourMs,
    failure: ["media-untidied", "stale uploads"],
    run: ({ config, sizes }) => Promise.all([deleteStaleUploads(config.mediaDir), sizes.cleanup()]),
  },
  {
    intervalMs: 2_000,
    failure: ["imports-unavailable", "imports"],
    run: (context, closing) => runWaitingImports(context, () => closing.aborted),
  },
];

/**
 * Opens the database, migrates it to this version, and starts the background workers. A failed start leaves nothing
 * running.
 *
 * @throws {MigrationError} if the database has a newer schema, or PostgreSQL is too old.
 * @throws {KeyRingError} if `secretKey` is not the key of the database.
 */
export async function createServer(config: ServerConfig): Promise<Server> {
  await using starting = new AsyncDisposableStack();
  const wakeups = new EventEmitter();
  const context = await openContext(config, wakeups, starting);
  const { db } = context;
  const metrics = await createMetrics({
    jobs: () => countJobs(db).catch(() => undefined),
    databaseConnections: () => countConnections(db),
    passwordHashes: () => context.passwords.load(),
  });
  const feeds = { liveFeed: createLiveFeed(context), dataFeed: createDataFeed(context) };
  const app = createApp(context, metrics, feeds);
  await startWorkers(context, wakeups, starting);
  const endStreams = async () => {
    await Promise.all(Object.values(feeds).map((feed) => feed.close()));
  };
  starting.defer(endStreams);
  const started = starting.move();
  return {
    fetch: async (request, origin) => app.fetch(request, origin),
    context,
    metrics,
    endStreams,
    close: () => started.disposeAsync(),
  };
}

/**
 * Opens and migrates the database without routes and workers, for commands that run next to a server.
 *
 * @throws {MigrationError} @throws {KeyRingError} As {@link createServer}.
 */
export async function openOperator(config: ServerConfig): Promise<{ context: AppContext; close(): Promise<void> }> {
  await using starting = new AsyncDisposableStack();
  const context = await openContext(config, new EventEmitter(), starting);
  const started = starting.move();
  return { context, close: () => started.disposeAsync() };
}

/** @param starting Stops the workers before the services that they use. */
async function startWorkers(context: AppContext, wakeups: EventEmitter, starting: AsyncDisposableStack): Promise<void> {
  const { db, log } = context;
  await enqueueCleanup(context);
  const jobs = await startJobQueue(db, log, createJobHandlers(context));
  starting.defer(() => jobs.close());
  wakeups.on("jobs", jobs.wake);
  starting.defer(() =>
    context.views.flush().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: "views-lost", reason }, "post views");
    }),
  );
  const webhookWorker = startDeliveryWorker(context);
  starting.defer(() => webhookWorker.close());
  wakeups.on("webhooks", webhookWorker.wake);
  const tasks: IntervalTask[] = [];
  const closing = new AbortController();
  starting.defer(async () => {
    closing.abort();
    await Promise.all(tasks.map((task) => task.close()));
  });
  for (const { intervalMs, failure, run } of intervalTasks) {
    const [event, message] = failure;
    const onFailure = (error: unknown) =>
      log.warn({ event, reason: error instanceof Error ? error.message : String(error) }, message);
    tasks.push(startIntervalTask(() => run(context, closing.signal), intervalMs, onFailure));
  }
}

async function openContext(
  config: ServerConfig,
  wakeups: EventEmitter,
  starting: AsyncDisposableStack,
): Promise<AppContext> {
  const log = config.logger;
  const now =
    config.now ??
    createClock((milliseconds) => log.warn({ event: "clock-set-back", milliseconds }, "the clock was set back"));
  const db = openDatabase(config.connection, (error) =>
    log.warn({ event: "connection-lost", reason: error.message }, "database"),
  );
  starting.defer(() => db.destroy());
  await migrate(db);
  const site = await openSite(db, now());
  const siteId = site.id;
  const secrets = createSecrets(config.secretKey);
  const keys = await openKeyRing(db, siteId, secrets, now);
  const renderer = createRenderer();
  starting.defer(() => renderer.close());
  const context: Omit<AppContext, "views" | "pageRevision" | "readCache" | "staffSite" | "staffCallers"> = {
    db,
    site,
    config,
    settings: await syncSiteName(db, createSettings(db, siteId), site),
    siteTexts: createSiteTexts(db, siteId),
    secrets,
    passwords: createPasswords(),
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
    wakeJobs: (kind) => wakeups.emit("jobs", kind),
    wakeOutbox: () => {
      for (const kind of outboxQueues) wakeups.emit("jobs", kind);
    },
    wakeWebhooks: () => wakeups.emit("webhooks"),
  };
  const pageRevision = createPageRevision(context);
  const readCache = createReadCache(pageRevision);
  return {
    ...(await openStaffSite(context)),
    ...context,
    views: createPostViews(context),
    pageRevision,
    readCache,
  };
}

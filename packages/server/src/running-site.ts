import { createApp } from "./app.ts";
import { enqueueDueBackup } from "./backups/backup-schedule.ts";
import { flushPostCounters } from "./blog/analytics/post-views.ts";
import { runWaitingImports } from "./blog/import/jobs/run-import.ts";
import { deleteLeftImportFolders } from "./blog/import/jobs/upload-import.ts";
import { createLiveFeed } from "./blog/live/live-feed.ts";
import { announceFutureDatedPosts, publishDuePosts } from "./blog/schedule/schedule.ts";
import { createDataFeed } from "./data/live/data-feed.ts";
import { createJobHandlers, enqueueCleanup } from "./job-handlers.ts";
import { toReadOnly } from "./platform/db/database.ts";
import { type IntervalTask, startIntervalTask } from "./platform/jobs/interval-task.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { noRateLimits } from "./platform/rate-limits/rate-limits.ts";
import type { SiteRow } from "./platform/settings/sites-store.ts";
import { deleteStaleUploads } from "./platform/storage/file-store.ts";
import { importSettings } from "./site-admin/apply-website-metadata.ts";
import type { SiteServer } from "./sites/app-context.ts";
import type { Installation } from "./sites/installation.ts";
import type { RunningSite } from "./sites/running-sites.ts";
import { openSiteContext } from "./sites/site-context.ts";
import { asViewedMember } from "./staff/view-as-member.ts";
import { checkForUpdate } from "./updates/update-check.ts";
import { type DeliveryWorker, startDeliveryWorker } from "./webhooks/delivery-worker.ts";

type AppContext = SiteServer["context"];

interface IntervalTaskDefinition {
  /** Pause after each run. */
  intervalMs: number;
  /** Logged if a run fails. */
  failure: readonly [event: string, message: string];
  /** Whether it runs for the main site only. Default: false. */
  isForMain?: boolean;
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
    run: (context) =>
      Promise.all([
        deleteStaleUploads(context.config.mediaDir),
        deleteLeftImportFolders(context),
        context.sizes.cleanup(),
      ]),
  },
  {
    intervalMs: 30_000,
    failure: ["backups-unavailable", "scheduled backups"],
    isForMain: true,
    run: enqueueDueBackup,
  },
  {
    intervalMs: 60_000,
    failure: ["update-check-failed", "check for an update"],
    isForMain: true,
    run: checkForUpdate,
  },
  {
    intervalMs: 2_000,
    failure: ["imports-unavailable", "imports"],
    run: (context, closing) =>
      runWaitingImports(context, () => closing.aborted, {
        changeSettings: (requester, metadata, isDryRun) => importSettings(context, requester, metadata, isDryRun),
      }),
  },
];

/** Opens a site and its routes. @throws {KeyRingError} As `openSiteContext`. */
export async function openRunningSite(
  installation: Installation,
  row: SiteRow,
  metrics: Metrics | undefined,
): Promise<RunningSite> {
  await using starting = new AsyncDisposableStack();
  let webhookWorker: DeliveryWorker | undefined;
  const context = await openSiteContext(installation, row, () => webhookWorker?.wake());
  const feeds = { liveFeed: createLiveFeed(context), dataFeed: createDataFeed(context) };
  const app = createApp(context, metrics, feeds);
  let viewApp: ReturnType<typeof createApp> | undefined;
  const endStreams = async () => {
    await Promise.all(Object.values(feeds).map((feed) => feed.close()));
  };
  starting.defer(endStreams);
  const opened = starting.move();
  return {
    context,
    fetch: async (request, origin) => app.fetch(request, origin),
    async fetchAsViewedMember(request, origin) {
      viewApp ??= createApp(readOnlyContext(context), undefined, feeds);
      return viewApp.fetch(request, origin);
    },
    jobHandlers: createJobHandlers(context),
    async startWorkers() {
      await enqueueCleanup(context);
      opened.defer(() => flushViews(context));
      const worker = startDeliveryWorker(context);
      webhookWorker = worker;
      opened.defer(() => worker.close());
      opened.defer(startTasks(context));
    },
    endStreams,
    close: () => opened.disposeAsync(),
  };
}

/** The services of pages that are shown as a member sees them: no write, no count, and no caller but the member. */
function readOnlyContext(context: AppContext): AppContext {
  const db = toReadOnly(context.db);
  return {
    ...context,
    ...asViewedMember(context),
    db,
    staffSite: { ...context.staffSite, db },
    limits: noRateLimits,
    views: { record: () => undefined, flush: async () => undefined },
    staffCallers: { find: async () => undefined, roleOf: async () => undefined, invalidate: () => undefined },
  };
}

async function flushViews({ views, log }: AppContext): Promise<void> {
  await views
    .flush()
    .catch((error: unknown) => log.warn({ event: "views-lost", reason: reasonOf(error) }, "post views"));
}

/** @returns A function that stops the tasks and waits for them. */
function startTasks(context: AppContext): () => Promise<void> {
  const closing = new AbortController();
  const tasks = intervalTasks
    .filter(({ isForMain }) => context.site.isMain || !isForMain)
    .map(({ intervalMs, failure: [event, message], run }): IntervalTask => {
      const onFailure = (error: unknown) => context.log.warn({ event, reason: reasonOf(error) }, message);
      return startIntervalTask(() => run(context, closing.signal), intervalMs, onFailure);
    });
  return async () => {
    closing.abort();
    await Promise.all(tasks.map((task) => task.close()));
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

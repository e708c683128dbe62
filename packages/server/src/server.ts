import { observeConnectionWaits } from "./platform/db/connection-waits.ts";
import { countConnections, poolOf } from "./platform/db/database.ts";
import { readDatabaseSize } from "./platform/db/health.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { countJobs } from "./platform/jobs/jobs-store.ts";
import { createMetrics, type Metrics } from "./platform/metrics/metrics.ts";
import { findOrAddSite, findSites, type SiteRow } from "./platform/settings/sites-store.ts";
import { openRunningSite } from "./running-site.ts";
import type { ServerConfig, SiteServer } from "./sites/app-context.ts";
import { openInstallation } from "./sites/installation.ts";
import { selectSite } from "./sites/manage-sites.ts";
import { openRunningSites } from "./sites/running-sites.ts";
import { openSiteContext } from "./sites/site-context.ts";

/** A server: routes and background workers on one database. As a {@link SiteServer}, it serves the main site. */
export interface Server extends SiteServer {
  /**
   * The site at a host, such as `example.com` or `localhost:4000`. `undefined` if the installation has several sites
   * and none has this host, and `"unavailable"` if the site cannot be opened; with one site, every host is that of the
   * site.
   */
  findSite(host: string): Promise<SiteServer | "unavailable" | undefined>;
  /** Metrics of this process. Requests of other handlers may be added. */
  metrics: Metrics;
  /**
   * The shortest wait for a database connection since the last call, in milliseconds: 0 unless all of them are in use.
   * Connections for reads that may be slow are separate.
   */
  shortestConnectionWait(): number;
  /** Ends event streams: call it before waiting for sockets to close. */
  endStreams(): Promise<void>;
  /** Waits for work in progress, then closes the database connections. */
  close(): Promise<void>;
}

/**
 * Opens the database, migrates it to this version, and starts the background workers. A failed start leaves nothing
 * running.
 *
 * @throws {MigrationError} if the database has a newer schema, or PostgreSQL is too old.
 * @throws {KeyRingError} if `secretKey` is not the key of the database.
 */
export async function createServer(config: ServerConfig): Promise<Server> {
  await using starting = new AsyncDisposableStack();
  const installation = await openInstallation(config, starting);
  const { db, log, now, wakeups, passwords } = installation;
  const metrics = await createMetrics({
    jobs: () => countJobs(db).catch(() => undefined),
    databaseConnections: () => countConnections(db),
    replicas: () => installation.replicas?.count() ?? { usable: 0, unavailable: 0 },
    databaseSize: () => readDatabaseSize(db).catch(() => undefined),
    passwordHashes: () => passwords.load(),
  });
  const open = (row: SiteRow) => openRunningSite(installation, row, metrics);
  const main = await open(await findOrAddSite(db, now()));
  starting.defer(() => main.close());
  const sites = await openRunningSites(installation, main, open);
  starting.defer(() => sites.close());
  await main.startWorkers();
  const jobs = await startJobQueue(db, log, sites.jobHandlers);
  starting.defer(() => jobs.close());
  wakeups.on("job", jobs.wake);
  const endStreams = async () => {
    await Promise.all([main.endStreams(), sites.endStreams()]);
  };
  starting.defer(endStreams);
  const started = starting.move();
  return {
    fetch: main.fetch,
    fetchAsViewedMember: main.fetchAsViewedMember,
    context: main.context,
    findSite: sites.find,
    metrics,
    shortestConnectionWait: observeConnectionWaits(poolOf(db)!),
    endStreams,
    close: () => started.disposeAsync(),
  };
}

/**
 * Opens and migrates the database without routes and workers, for commands that run next to a server.
 *
 * @param site ID, host, or name of the site. Default: the main site.
 * @param includesRemoved Whether it may be a site that is being removed.
 * @throws {MigrationError} @throws {KeyRingError} As {@link createServer}.
 * @throws {SiteError} if there is no such site.
 */
export async function openOperator(
  config: ServerConfig,
  site?: string,
  includesRemoved = false,
): Promise<{ context: SiteServer["context"]; close(): Promise<void> }> {
  await using starting = new AsyncDisposableStack();
  const installation = await openInstallation(config, starting);
  const first = await findOrAddSite(installation.db, installation.now());
  const row =
    site === undefined ? first : selectSite(await findSites(installation.db, includesRemoved), config.publicUrl, site);
  const context = await openSiteContext(installation, row, () => undefined);
  const started = starting.move();
  return { context, close: () => started.disposeAsync() };
}

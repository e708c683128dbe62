import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { cacheFor } from "../platform/concurrency/cached-value.ts";
import { startIntervalTask } from "../platform/jobs/interval-task.ts";
import type { JobHandler } from "../platform/jobs/job-queue.ts";
import { type JobKind, jobKinds } from "../platform/jobs/jobs-store.ts";
import { findSites, hasSite, hostOf, lockSites, type SiteRow } from "../platform/settings/sites-store.ts";
import type { SiteServer } from "./app-context.ts";
import type { Installation } from "./installation.ts";

/** A site with its background workers. */
export interface RunningSite extends SiteServer {
  jobHandlers: Record<JobKind, JobHandler>;
  /** Starts the workers: call it once. */
  startWorkers(): Promise<void>;
  endStreams(): Promise<void>;
  /** Waits for work in progress. */
  close(): Promise<void>;
}

/** How often a node looks for sites that were created, changed, or removed. */
export const sitesIntervalMs = 5_000;

/** Removes the files of an additional site that this node stores. */
export async function removeSiteFolders({ config }: SiteServer["context"]): Promise<void> {
  for (const folder of [config.mediaDir, config.backupDir]) await rm(folder, { recursive: true, force: true });
}

/** Maximum time that a request for an unknown host waits for the list of sites. */
const checkTimeoutMs = 200;
/** Maximum number of hosts, as requests spell them, whose site is cached. */
const maxCachedHosts = 100;

/** The additional sites that a server serves. */
export interface RunningSites {
  /**
   * The site at a host, with its port unless it is the default one; `undefined` if there is none, and `"unavailable"`
   * if it cannot be opened.
   */
  find(host: string): Promise<SiteServer | "unavailable" | undefined>;
  /** Handlers that pass each job to its site. */
  jobHandlers: Record<JobKind, JobHandler>;
  endStreams(): Promise<void>;
  /** Waits for work in progress. */
  close(): Promise<void>;
}

/**
 * Opens the additional sites of an installation, and those that are created later.
 *
 * @param main The main site, which also receives the requests for unknown hosts if there is no other one.
 */
export async function openRunningSites(
  { db, log }: Pick<Installation, "db" | "log">,
  main: RunningSite,
  openSite: (row: SiteRow) => Promise<RunningSite>,
): Promise<RunningSites> {
  const byId = new Map<string, RunningSite>();
  const byHost = new Map<string, RunningSite>();
  /** The rows with which the sites were opened. */
  const rowsOf = new WeakMap<RunningSite, SiteRow>();
  /** By hosts as requests spell them: parsing each would take longer than the rest of the search. */
  const cached = new Map<string, RunningSite>();
  const mainHost = hostOf(main.context.config.publicUrl);
  /** Hosts of the additional sites in the database, open or not. */
  let hosts = new Set<string>();
  /** Closed ones whose files are still on this node. */
  const removing = new Map<string, RunningSite>();
  let closed = false;

  /** Opens and closes sites, so that those in the database run. */
  async function sync(): Promise<void> {
    const rows = (await findSites(db)).filter(({ id }) => id !== main.context.site.id);
    if (closed) return;
    hosts = new Set(rows.map(({ url }) => hostOf(url!)));
    cached.clear();
    for (const [id, site] of byId) {
      const row = rows.find((one) => one.id === id);
      const { publicUrl } = site.context.config;
      if (row && isDeepStrictEqual(row, rowsOf.get(site))) continue;
      const isBeingRemoved = !row && (await findSites(db, true)).some((one) => one.id === id);
      byId.delete(id);
      if (byHost.get(hostOf(publicUrl)) === site) byHost.delete(hostOf(publicUrl));
      cached.clear();
      await close(site);
      if (isBeingRemoved) removing.set(id, site);
    }
    await removeFolders();
    for (const row of rows) if (!byId.has(row.id) && !closed) await open(row);
  }

  /** A backup may read the files until the row of the site is deleted. */
  async function removeFolders(): Promise<void> {
    if (removing.size === 0) return;
    await db.transaction().execute(async (tx) => {
      // Blocks a restore of the same site.
      await lockSites(tx);
      const left = new Set((await findSites(tx, true)).map(({ id }) => id));
      for (const [id, site] of removing) {
        if (left.has(id)) continue;
        removing.delete(id);
        await removeSiteFolders(site.context);
      }
    });
  }

  async function open(row: SiteRow): Promise<void> {
    let site: RunningSite | undefined;
    try {
      site = await openSite(row);
      await site.startWorkers();
    } catch (error) {
      log.error({ event: "site-unavailable", siteId: row.id, reason: reasonOf(error) }, "a site cannot be opened");
      if (site) await close(site);
      return;
    }
    const host = hostOf(site.context.config.publicUrl);
    if (host === mainHost)
      log.warn({ event: "site-hidden", siteId: row.id, host }, "PUBLIC_URL has the host of a site");
    removing.delete(row.id);
    rowsOf.set(site, row);
    byId.set(row.id, site);
    byHost.set(host, site);
  }

  /** One site that fails to close does not affect the others. */
  async function close(site: RunningSite): Promise<void> {
    const siteId = site.context.site.id;
    for (const end of [site.endStreams, site.close])
      await end().catch((error: unknown) =>
        log.warn({ event: "site-close-failed", siteId, reason: reasonOf(error) }, "a site failed to close"),
      );
  }

  let syncing: Promise<void> | undefined;
  // While the database does not respond, all wait for the same query.
  const latest = cacheFor(() => {
    syncing ??= sync().finally(() => {
      syncing = undefined;
    });
    return syncing;
  });
  await latest.read();
  const task = startIntervalTask(
    () => latest.read(),
    sitesIntervalMs,
    (error: unknown) => log.warn({ event: "sites-unavailable", reason: reasonOf(error) }, "sites"),
  );

  async function siteOfJob(siteId: string | undefined): Promise<RunningSite | undefined> {
    const find = () =>
      [main, ...byId.values()].find(({ context }) => [context.site.id, context.staffSite.site.id].includes(siteId!));
    if (siteId === undefined) return main;
    const found = find();
    if (found) return found;
    await latest.read();
    const opened = find();
    // The job is retried.
    if (!opened && (await hasSite(db, siteId))) throw new Error("The site of the job is not open.");
    return opened;
  }

  const handlerOf = (kind: JobKind): JobHandler => ({
    // Jobs of a removed site end.
    run: async (key, signal, siteId) => (await siteOfJob(siteId))?.jobHandlers[kind].run(key, signal, siteId),
    onDeadLetter: async (job) => (await siteOfJob(job.siteId))?.jobHandlers[kind].onDeadLetter?.(job),
  });

  const all = () => [...byId.values()];
  /** Checks the list of sites first, unless this takes long. With one site, nothing waits for the check. */
  async function findAt(host: string): Promise<RunningSite | "unavailable" | undefined> {
    const key = hostOf(`http://${host}`);
    if (key === mainHost) return main;
    if (!byHost.has(key)) {
      // A site that cannot be opened is tried again at the next interval.
      const checked = (hosts.has(key) ? syncing : latest.read())?.catch(() => undefined);
      if (hosts.size === 0) return main;
      await Promise.race([checked, sleep(checkTimeoutMs, undefined, { ref: false })]);
    }
    return byHost.get(key) ?? (hosts.has(key) ? "unavailable" : undefined);
  }

  return {
    async find(host) {
      const existing = cached.get(host);
      if (existing) return existing;
      const found = await findAt(host);
      if (typeof found === "object" && cached.size < maxCachedHosts) cached.set(host, found);
      return found;
    },
    jobHandlers: Object.fromEntries(jobKinds.map((kind) => [kind, handlerOf(kind)])) as Record<JobKind, JobHandler>,
    endStreams: async () => void (await Promise.all(all().map((site) => site.endStreams()))),
    async close() {
      closed = true;
      await task.close();
      await syncing?.catch(() => undefined);
      await Promise.all(all().map((site) => site.close()));
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

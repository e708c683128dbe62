import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AppContext, Server } from "@porchlight/server";
import type { Logger } from "pino";
import { type Installation, openInstallation } from "../../runtime/connection.ts";
import { type Environment, readEnvironment } from "../../runtime/environment.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { describeDatabaseError } from "../../runtime/errors/format-database-error.ts";
import { type Io, printProgress, printResult } from "../../runtime/io.ts";
import { createLogger } from "../../runtime/logger.ts";
import type { CommonOptions } from "../../runtime/operator.ts";
import { recordAddress } from "../../runtime/running-server.ts";
import { publicUrlOf, serverConfig } from "../../runtime/server-config.ts";
import { loadSiteConfig, type SiteConfig } from "../../runtime/site-config.ts";
import { createClientAddress } from "../../start/client-address.ts";
import { type LoadedConsole, loadConsole } from "../../start/console-module.ts";
import { createRequestHandler } from "../../start/handle-request.ts";
import { type HttpServer, probePort, startHttpServer } from "../../start/http-server.ts";
import { startMetricsListener, withSiteMetrics } from "../../start/metrics-listener.ts";
import { createRouter } from "../../start/router.ts";
import { type LoadedSite, loadSite } from "../../start/site-module.ts";
import { waitForStop } from "../../start/stop-signals.ts";

export interface StartOptions extends CommonOptions {
  port?: number;
  host?: string;
  demo?: boolean;
  site?: string;
}

/** Time that open requests have when the server stops. Source: security requirements §9.3. */
const graceMs = 10_000;
/** The process exits at most this long after a signal. */
const stopLimitMs = 14_000;

/** Long enough for the first requests to load the modules they need. */
const memoryReleaseDelayMs = 3_000;

/** `porchlight start`: serves until it is stopped. */
export async function start(io: Io, options: StartOptions): Promise<void> {
  const stop = waitForStop();
  const environment = readEnvironment(io.env, options, io.terminal);
  requireProductionSettings(environment, options);
  rejectSharedPort(environment);
  const log = await createLogger(environment);

  const port = await probePort(environment.host, environment.port);
  const own = await loadSiteConfig(process.cwd());
  // Modules load while PostgreSQL starts.
  const loadModules = async () => {
    const loaded = await loadSite(io, options.site);
    const console = await loadConsole(io);
    await import("@porchlight/server/operations");
    return { loaded, console };
  };
  const [installation, { loaded, console }] = await bothOrUndo(
    openInstallation(io, environment, { role: "server", begins: true }),
    loadModules(),
    (opened) => opened.close(),
  );
  try {
    const running = await serve(io, {
      environment,
      installation,
      port,
      loaded,
      console,
      own,
      log,
      demo: options.demo === true,
    });
    const lost = await Promise.race([stop.then(() => false), installation.lost.then(() => true)]);
    if (!io.json && !lost) printProgress(io, "Stopping");
    await running.close();
    if (lost)
      throw new Failure(
        `The database in "${environment.dataDir}" ended by itself. Its log is "${environment.dataDir}/postgres/postgres.log".`,
      );
  } finally {
    await installation.close();
  }
}

interface Parts {
  environment: Environment;
  installation: Installation;
  port: number;
  loaded: LoadedSite | undefined;
  console: LoadedConsole;
  own: SiteConfig;
  log: Logger;
  demo: boolean;
}

async function serve(
  io: Io,
  { environment, installation, port, loaded, console, own, log, demo }: Parts,
): Promise<{ close(): Promise<void> }> {
  const publicUrl = publicUrlOf(environment, port);
  const { createServer } = await import("@porchlight/server");
  const { captchaSources, createSetupLink, findRedirect, importPath, recordPageView, getBranding, uploadPath } =
    await import("@porchlight/server/operations");
  const address = { publicUrl, siteUrl: loaded && publicUrl };
  const config = { ...serverConfig(environment, installation, { ...address, logger: log }), siteHooks: own.hooks };
  const server = await createServer(config).catch((error: unknown) => {
    throw environment.databaseUrl === undefined ? error : describeDatabaseError(error, environment.databaseUrl);
  });
  let http: HttpServer | undefined;
  let metricsListener: HttpServer | undefined;
  try {
    await syncDefinedCollections(io, server.context, own);
    if (demo) await addDemo(io, server.context);
    const facts = await readSiteFacts(server, publicUrl);
    let stopping = false;
    const site = loaded?.({ ...facts, pageCacheBytes: environment.pageCacheMebibytes * 1024 ** 2 }, log);
    const { host, metricsPort } = environment;
    if (metricsPort !== undefined)
      metricsListener = await startMetricsListener({ host, port: metricsPort, metrics: server.metrics, log });
    http = await startHttpServer({
      host: environment.host,
      port,
      log,
      uploadPaths: [uploadPath, importPath],
      handle: createRequestHandler({
        route: createRouter({
          api: server.fetch,
          site: site && withSiteMetrics(site, server.metrics),
          console: console(server),
          captchaSources: () => captchaSources(server.context),
          getBranding: () => getBranding(server.context),
          revision: server.context.pageRevision,
          recordView: (postId, reader) => recordPageView(server.context, postId, reader),
          findRedirect: (path) => findRedirect(server.context, path),
        }),
        clientAddress: createClientAddress(environment.trustedProxies),
        log,
        isStopping: () => stopping,
      }),
    });
    if (environment.databaseUrl === undefined) recordAddress(environment.dataDir, address);
    announce(
      io,
      facts,
      await createSetupLink(server.context, { kind: "owner" }),
      { hasSite: loaded !== undefined, hasInbox: environment.smtpUrl === undefined && !environment.production },
      server.context.site.id,
    );
    scheduleMemoryRelease();
    const listening = http;
    return {
      async close() {
        stopping = true;
        setTimeout(() => process.exit(0), stopLimitMs).unref();
        await server.endStreams();
        await Promise.all([listening.close(graceMs), metricsListener?.close(0)]);
        await server.close();
      },
    };
  } catch (error) {
    await Promise.all([http?.close(0), metricsListener?.close(0)]);
    await server.close();
    throw error;
  }
}

/**
 * Frees the memory that only the start needed, a third of the total: V8 would free it only when the heap reaches its
 * next limit. Also writes the compile cache, which Node writes at exit, but not after `kill -9`.
 */
function scheduleMemoryRelease(): void {
  const timer = setTimeout(() => {
    flushCompileCache();
    setFlagsFromString("--expose-gc");
    const collectGarbage: NodeJS.GCFunction = runInNewContext("gc");
    collectGarbage({ type: "major", flavor: "last-resort" });
  }, memoryReleaseDelayMs);
  timer.unref();
}

function rejectSharedPort({ port, metricsPort }: Environment): void {
  if (port !== 0 && port === metricsPort)
    throw new Failure(`METRICS_PORT is ${port}, the port of the server itself. Choose another.`);
}

function requireProductionSettings({ production, smtpUrl }: Environment, { demo }: StartOptions): void {
  if (!production) return;
  if (demo)
    throw new Failure(
      "Demo content does not belong into production (NODE_ENV=production). Start without --demo: npx porchlight start",
    );
  if (smtpUrl === undefined)
    throw new Failure(
      "SMTP_URL is missing. Production requires a mail server: set it to a URL like smtps://user:password@mail.example.com.",
    );
}

async function addDemo(io: Io, context: AppContext): Promise<void> {
  const { addDemoContent } = await import("../../demo/add-demo-content.ts");
  // The demo content's own events are not logged.
  const level = context.log.isLevelEnabled("info") ? "warn" : context.log.level;
  const added = await addDemoContent({ ...context, log: context.log.child({}, { level }) });
  if (added > 0) printProgress(io, `Added ${added} demo posts`);
}

/** Creates or changes collections according to the site's configuration module. */
async function syncDefinedCollections(
  io: Io,
  context: AppContext,
  { file, collections = [] }: SiteConfig,
): Promise<void> {
  if (collections.length === 0) return;
  const { syncCollections, CollectionSyncError } = await import("@porchlight/server/operations");
  const { created, changed, notes } = await syncCollections(context, collections).catch((cause: unknown) => {
    if (!(cause instanceof CollectionSyncError)) throw cause;
    const reason = cause.message.replace(/\.$/, "");
    throw new Failure(
      `"${file}" has a collection "${cause.collectionId}" that cannot be created or changed: ${reason}.`,
      { cause },
    );
  });
  for (const { collectionId, message } of notes) {
    context.log.warn({ event: "collection-kept", collectionId }, message);
  }
  if (created.length > 0) printProgress(io, `Created collections: ${created.join(", ")}`);
  if (changed.length > 0) printProgress(io, `Changed collections: ${changed.join(", ")}`);
}

async function readSiteFacts({ context }: Server, publicUrl: string) {
  const { syncSiteApp } = await import("@porchlight/server/operations");
  const { clientId } = await syncSiteApp(context, { kind: "owner" }, publicUrl);
  const { name: siteName, language, timeZone } = context.site;
  const { postRatings, memberDirectory } = await context.settings.read();
  const optional = {
    ...(postRatings !== "off" && { postRatings }),
    ...(memberDirectory !== "off" && { memberDirectory }),
  };
  return { publicUrl, apiUrl: publicUrl, clientId, siteName, language, timeZone, ...optional };
}

function announce(
  io: Io,
  { publicUrl, clientId }: { publicUrl: string; clientId: string },
  setupLink: string | undefined,
  { hasSite, hasInbox }: { hasSite: boolean; hasInbox: boolean },
  siteId: string,
): void {
  const seconds = process.uptime().toFixed(1);
  const addresses = {
    ...(hasSite ? { site: `${publicUrl}/` } : {}),
    console: setupLink ?? `${publicUrl}/admin/`,
    ...(hasInbox ? { devInbox: `${publicUrl}/dev/mail` } : {}),
    api: publicUrl,
    clientId,
    siteId,
  };
  const names = {
    site: "Site",
    console: "Console",
    devInbox: "Dev inbox",
    api: "API",
    clientId: "Client id",
    siteId: "Site id",
  };
  const lines = Object.entries(addresses).map(
    ([key, value]) => `  ${names[key as keyof typeof names].padEnd(11)}${value}`,
  );
  printResult(io, addresses, `Porchlight is ready after ${seconds} s.\n\n${lines.join("\n")}\n\nPress Ctrl-C to stop.`);
}

/** Waits for both operations. If the second fails, undoes the first. */
async function bothOrUndo<First, Second>(
  firstOperation: Promise<First>,
  secondOperation: Promise<Second>,
  undo: (first: First) => Promise<void>,
): Promise<[First, Second]> {
  const [first, second] = await Promise.allSettled([firstOperation, secondOperation]);
  if (first.status === "rejected") throw first.reason;
  if (second.status === "fulfilled") return [first.value, second.value];
  await undo(first.value);
  throw second.reason;
}

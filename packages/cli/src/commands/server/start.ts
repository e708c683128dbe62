import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AppContext, SiteServer } from "@porchlight/server";
import type { Logger } from "pino";
import manifest from "../../../package.json" with { type: "json" };
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
import { createLoadShedder, type LoadShedder } from "../../start/load-shedding.ts";
import { startMetricsListener } from "../../start/metrics-listener.ts";
import { type LoadedSite, loadSite } from "../../start/site-module.ts";
import { createHostRouter, openSiteRoute } from "../../start/site-routes.ts";
import { logSlowQueries } from "../../start/slow-query-log.ts";
import { waitForStop } from "../../start/stop-signals.ts";
import { startTelemetry, type Telemetry } from "../../start/telemetry/telemetry.ts";

export interface StartOptions extends CommonOptions {
  port?: number;
  host?: string;
  demo?: boolean;
  site?: string;
}

/** Time that open requests have when the server stops. Source: security requirements §9.3. */
const graceMs = 10_000;
/** The process exits at most this long after a signal and `DRAIN_SECONDS`. */
export const stopLimitMs = 14_000;

/** Long enough for the first requests to load the modules they need. */
const memoryReleaseDelayMs = 3_000;

/** `porchlight start`: serves until it is stopped. */
export async function start(io: Io, options: StartOptions): Promise<void> {
  const stop = waitForStop();
  const environment = readEnvironment(io.env, options, io.terminal);
  requireProductionSettings(environment, options);
  rejectSharedPort(environment);
  let telemetry: Telemetry | undefined;
  const log = await createLogger(environment, environment.telemetry?.traces && (() => telemetry?.traceFields() ?? {}));

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
      onTelemetry: (started) => (telemetry = started),
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
  onTelemetry(telemetry: Telemetry): void;
  demo: boolean;
}

async function serve(
  io: Io,
  { environment, installation, port, loaded, console, own, log, onTelemetry, demo }: Parts,
): Promise<{ close(): Promise<void> }> {
  const publicUrl = publicUrlOf(environment, port);
  const { createServer } = await import("@porchlight/server");
  const { blogImportPath, createSetupLink, importPath, uploadPath } = await import("@porchlight/server/operations");
  const address = { publicUrl, siteUrl: loaded && publicUrl };
  const config = {
    ...serverConfig(environment, installation, { ...address, logger: log }),
    siteHooks: own.hooks,
    codeCollections: own.collections?.map(({ definition }) => definition.id),
    siteTexts: loaded?.texts,
    siteFonts: loaded?.fonts,
  };
  const server = await createServer(config).catch((error: unknown) => {
    throw environment.databaseUrl === undefined ? error : describeDatabaseError(error, environment.databaseUrl);
  });
  let http: HttpServer | undefined;
  let shedder: LoadShedder | undefined;
  let metricsListener: HttpServer | undefined;
  const endSlowQueries = environment.slowQueryMs > 0 ? logSlowQueries(log, environment.slowQueryMs) : () => undefined;
  let telemetry: Telemetry | undefined;
  try {
    if (environment.telemetry) {
      const options = { settings: environment.telemetry, version: manifest.version, metrics: server.metrics, log };
      telemetry = await startTelemetry(options);
      onTelemetry(telemetry);
    }
    await syncDefinedCollections(io, server.context, own);
    if (demo) await addDemo(io, server.context);
    let stopping = false;
    const { metrics } = server;
    const open = (site: SiteServer) =>
      openSiteRoute(site, {
        loaded,
        console,
        metrics,
        pageCacheBytes: environment.pageCacheMebibytes * 1024 ** 2,
        log,
      });
    const main = await open(server);
    const openRoute = async (site: SiteServer) => (site.context.site.isMain ? main : await open(site)).route;
    const { host, metricsPort } = environment;
    if (metricsPort !== undefined)
      metricsListener = await startMetricsListener({ host, port: metricsPort, metrics, log });
    const latencyMs = environment.overloadLatencyMs;
    if (latencyMs > 0) {
      const { shortestConnectionWait } = server;
      shedder = createLoadShedder({ latencyMs, shortestConnectionWait, metrics, log });
    }
    http = await startHttpServer({
      host: environment.host,
      port,
      log,
      shedder,
      uploadPaths: [uploadPath, importPath, blogImportPath],
      handle: createRequestHandler({
        route: createHostRouter(server, server, openRoute),
        clientAddress: createClientAddress(environment.trustedProxies),
        trace: telemetry?.traceRequest,
        log,
        isStopping: () => stopping,
      }),
    });
    if (environment.databaseUrl === undefined) recordAddress(environment.dataDir, address);
    announce(
      io,
      main.options,
      await createSetupLink(server.context, { kind: "owner" }),
      { hasSite: loaded !== undefined, hasInbox: environment.smtpUrl === undefined && !environment.production },
      server.context.site.id,
    );
    scheduleMemoryRelease();
    const listening = http;
    return {
      async close() {
        stopping = true;
        const drainMs = environment.drainSeconds * 1_000;
        setTimeout(() => process.exit(0), drainMs + stopLimitMs).unref();
        await listening.drain(drainMs);
        await server.endStreams();
        await Promise.all([listening.close(graceMs), metricsListener?.close(0)]);
        shedder?.close();
        // Reads the database.
        await telemetry?.close();
        await server.close();
        endSlowQueries();
      },
    };
  } catch (error) {
    await Promise.all([http?.close(0), metricsListener?.close(0), telemetry?.close()]);
    shedder?.close();
    await server.close();
    endSlowQueries();
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

import { createApp } from "./app.ts";
import { mailRecoveryLink } from "./auth/mail-recovery-link.ts";
import { createClock } from "./clock.ts";
import type { ServerConfig } from "./config.ts";
import { connectionUse, type Db, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import type { Deps } from "./deps.ts";
import { countOutbox } from "./events/count-outbox.ts";
import type { RequestOrigin } from "./http/serve.ts";
import { startOutboxWorker } from "./jobs/outbox-worker.ts";
import { startSweeper } from "./jobs/sweeper.ts";
import { createRateLimits, noRateLimits } from "./limits/rate-limits.ts";
import { createDelivery } from "./mail/delivery.ts";
import { createMediaFolder } from "./media/media-folder.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { createPasswords } from "./passwords.ts";
import { createSecrets } from "./secrets.ts";
import { createAccessTokens } from "./sessions/access-tokens.ts";
import { createApiKeys } from "./sessions/api-keys.ts";
import { openKeyRing } from "./sessions/key-ring.ts";
import { createLiveSessions } from "./sessions/live-sessions.ts";
import { createSettings } from "./settings.ts";
import { openSite } from "./site.ts";

export interface Server {
  /** Answers one request of the contract. Works in process as well as behind a socket. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** What the command line and the tests work with. */
  deps: Deps;
  /** What this process has counted; pages that it does not answer itself may be added. */
  metrics: Metrics;
  /** Finishes what is under way, then lets go of the database. */
  close(): Promise<void>;
}

/** Opens the database, brings it up to this version, and starts the worker that sends mail. */
export async function createServer(config: ServerConfig): Promise<Server> {
  let wakeOutbox: () => void = () => undefined;
  const { deps, db } = await openDeps(config, () => wakeOutbox());
  const sendMail = createDelivery(deps);
  const worker = startOutboxWorker(db, deps.log, (entry) =>
    entry.kind === "mail" ? sendMail(entry) : mailRecoveryLink(deps, entry),
  );
  wakeOutbox = worker.wake;
  const sweeper = startSweeper(db, deps.log);
  const metrics = await createMetrics({
    outbox: () => countOutbox(db).catch(() => undefined),
    databaseConnections: () => connectionUse(db),
    passwordHashes: () => deps.passwords.load(),
  });
  const app = createApp(deps, metrics);
  return {
    fetch: async (request, origin) => app.fetch(request, origin),
    deps,
    metrics,
    async close() {
      sweeper.close();
      await worker.close();
      await db.destroy();
    },
  };
}

/** The same without routes and worker: for commands that run beside a server. */
export async function openOperator(config: ServerConfig): Promise<{ deps: Deps; close(): Promise<void> }> {
  const { deps, db } = await openDeps(config, () => undefined);
  return { deps, close: () => db.destroy() };
}

async function openDeps(config: ServerConfig, wakeOutbox: () => void): Promise<{ deps: Deps; db: Db }> {
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
    const keys = await openKeyRing(db, site.id, secrets);
    const deps: Deps = {
      db,
      site,
      config,
      settings: createSettings(db, site.id),
      secrets,
      passwords: createPasswords(),
      accessTokens: createAccessTokens(keys, config.publicUrl, site.id),
      apiKeys: createApiKeys(db, site.id),
      liveSessions: createLiveSessions(db, site.id, now),
      limits: config.rateLimits === false ? noRateLimits : createRateLimits({ db, siteId: site.id, secrets, log, now }),
      media: createMediaFolder(config.mediaDir),
      log,
      now,
      wakeOutbox,
    };
    return { deps, db };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

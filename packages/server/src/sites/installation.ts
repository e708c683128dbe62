import { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { createClock } from "../platform/context/clock.ts";
import { createPasswords, type Passwords } from "../platform/crypto/passwords.ts";
import { type Db, openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { lacksStatementTimeout } from "../platform/db/pooler.ts";
import type { ReadReplicas } from "../platform/db/read-replicas.ts";
import type { JobKind } from "../platform/jobs/jobs-store.ts";
import { createTextCatalog, type TextCatalog } from "../platform/settings/custom-texts.ts";
import { createRenderer, type Renderer } from "../platform/storage/renderer/renderer.ts";
import type { ServerConfig } from "./app-context.ts";
import { openReplicas } from "./replicas.ts";

/** What the sites of an installation share. */
export interface Installation {
  db: Db;
  replicas: ReadReplicas | undefined;
  config: ServerConfig;
  passwords: Passwords;
  renderer: Renderer;
  /** The built-in texts that owners can replace. */
  textCatalog: TextCatalog;
  log: Logger;
  now(): Date;
  /** Emits `job` with the kind when jobs were added. */
  wakeups: EventEmitter<{ job: [kind: JobKind] }>;
}

/**
 * Opens and migrates the database.
 *
 * @param starting Closes what was opened.
 * @throws {MigrationError} if the database has a newer schema, or PostgreSQL is too old.
 */
export async function openInstallation(config: ServerConfig, starting: AsyncDisposableStack): Promise<Installation> {
  const log = config.logger;
  const now =
    config.now ??
    createClock((milliseconds) => log.warn({ event: "clock-set-back", milliseconds }, "the clock was set back"));
  const db = openDatabase(config.connection, (error) =>
    log.warn({ event: "connection-lost", reason: error.message }, "database"),
  );
  starting.defer(() => db.destroy());
  await migrate(db);
  if (await lacksStatementTimeout(db))
    log.warn(
      { event: "statement-timeout-missing" },
      "Statements through the connection pooler have no time limit. Run in the database: alter role current_user set statement_timeout = '10s'",
    );
  const renderer = createRenderer();
  starting.defer(() => renderer.close());
  return {
    db,
    replicas: openReplicas(db, config.connection, log, starting),
    config,
    passwords: createPasswords(config.passwordHashing),
    renderer,
    textCatalog: createTextCatalog(config.siteTexts),
    log,
    now,
    wakeups: new EventEmitter(),
  };
}

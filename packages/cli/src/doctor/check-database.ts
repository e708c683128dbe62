import type { Connection } from "@porchlight/server";
import type { DatabaseHealth, JobCounts, JobKind, ProposedIndex } from "@porchlight/server/operations";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Connections of one server. */
const poolSize = 15;
const oldestVersion = 15;
const clockToleranceMs = 5_000;

/** Runs read-only checks. Throws if the database is unreachable. */
export async function checkDatabase(connection: Connection, secretKey: Buffer): Promise<Finding[]> {
  const { checkSigningKeys, countJobs, createSecrets, openDatabase, proposeIndexes, readDatabaseHealth } = await import(
    "@porchlight/server/operations"
  );
  const db = openDatabase(connection, () => undefined, 1);
  try {
    const health = await readDatabaseHealth(db);
    const findings = judgeDatabase(health);
    if (health.applied === 0 || health.applied > health.latest) return findings;
    const isCurrent = health.applied === health.latest;
    return [
      ...findings,
      judgeKeys(await checkSigningKeys(db, createSecrets(secretKey))),
      ...(isCurrent ? [judgeJobs(await countJobs(db)), ...judgeQueries(await proposeIndexes(db))] : []),
    ];
  } finally {
    await db.destroy();
  }
}

export function judgeDatabase(health: DatabaseHealth): Finding[] {
  return [
    judgeVersion(health),
    judgeMigrations(health),
    judgeDurability(health),
    judgeConnections(health),
    judgeClock(health),
  ];
}

function judgeVersion({ version, majorVersion, encoding }: DatabaseHealth): Finding {
  if (majorVersion < oldestVersion)
    return problem("database", `PostgreSQL ${version} is too old. Use ${oldestVersion} or newer.`);
  if (encoding !== "UTF8")
    return problem("database", `keeps text as ${encoding}. Make a database with encoding UTF8, and use that.`);
  return ok("database", `PostgreSQL ${version}`);
}

function judgeMigrations({ applied, latest }: DatabaseHealth): Finding {
  const check = "migrations";
  if (applied > latest)
    return problem(check, `the database is at ${applied}, this version has ${latest}. Start the newer version.`);
  if (applied === 0) return warning(check, "the database is empty. The next start fills it, or: porchlight migrate");
  if (applied < latest)
    return warning(
      check,
      `${applied} of ${latest} are in the database. The next start adds them, or: porchlight migrate`,
    );
  return ok(check, `${applied} of ${latest}`);
}

/** Commits must be flushed to disk; other values than `off` differ only in replication. */
function judgeDurability({ fsync, synchronousCommit, fullPageWrites }: DatabaseHealth): Finding {
  const check = "durability";
  const off = [
    ...(fsync === "off" ? ["fsync"] : []),
    ...(fullPageWrites === "off" ? ["full_page_writes"] : []),
    ...(synchronousCommit === "off" ? ["synchronous_commit"] : []),
  ];
  if (off.length === 0) return ok(check, "what is acknowledged is on the disk");
  const words = `${off.join(" and ")} ${off.length === 1 ? "is" : "are"} off: a crash loses what was acknowledged.`;
  return problem(check, `${words} Turn ${off.length === 1 ? "it" : "them"} on in postgresql.conf.`);
}

function judgeConnections({ connections: { used, maximum } }: DatabaseHealth): Finding {
  const check = "connections";
  const words = `${used} of ${maximum} in use`;
  if (maximum - used >= poolSize) return ok(check, words);
  return warning(check, `${words}; one server takes up to ${poolSize}. Raise max_connections, or stop others.`);
}

function judgeClock({ clockAheadMs }: DatabaseHealth): Finding {
  const check = "clock";
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
  if (Math.abs(clockAheadMs) <= clockToleranceMs) return ok(check, "agrees with the database's");
  return warning(check, `differs from the database's by ${seconds} s. Keep both machines' clocks by NTP.`);
}

export function judgeKeys(keys: "none" | "readable" | "unreadable"): Finding {
  const check = "secret key";
  if (keys === "unreadable")
    return problem(check, "is not the key this database was made with. Put the former key back.");
  return ok(check, keys === "none" ? "nothing is sealed with it yet" : "opens what is sealed in the database");
}

/** One finding per proposed index, with the command that creates it. */
export function judgeQueries(proposed: readonly ProposedIndex[]): Finding[] {
  const check = "data queries";
  if (proposed.length === 0) return [ok(check, "none that an index is missing for")];
  return proposed.map(({ collectionId, fields, slowestMs }) => {
    const names = fields.map(({ path, order }) => (order === "DESC" ? `${path}:desc` : path)).join(" ");
    const command = `porchlight collection index add ${collectionId} ${names}`;
    return warning(
      check,
      `of ${collectionId} took up to ${(slowestMs / 1_000).toFixed(1)} s. Make an index: ${command}`,
    );
  });
}

const causes: Partial<Record<JobKind, string>> = {
  mail: "SMTP_URL",
  message: "MESSAGE_WEBHOOK_URL",
  "image-removal": "the folder of the images",
};

export function judgeJobs(counts: readonly JobCounts[]): Finding {
  const check = "jobs";
  const deadLettered = counts.filter(({ failed }) => failed > 0);
  if (deadLettered.length === 0) {
    // There is always a waiting cleanup.
    const waiting = counts.reduce((sum, { kind, waiting }) => (kind === "cleanup" ? sum : sum + waiting), 0);
    return ok(check, waiting === 0 ? "none is waiting" : `${waiting} waiting`);
  }
  const counted = deadLettered.map(({ kind, failed }) => `${failed} ${kind}`).join(", ");
  const checks = deadLettered.flatMap(({ kind }) => causes[kind] ?? []);
  const advice = checks.length === 0 ? "" : ` Check ${checks.join(", ")}.`;
  return warning(check, `Failed after all attempts: ${counted}.${advice} Details: porchlight job list --state failed`);
}

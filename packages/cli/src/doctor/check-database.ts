import type { Connection } from "@porchlight/server";
import type {
  DatabaseHealth,
  DataJobCounts,
  DeadLetterCounts,
  OutboxCounts,
  ProposedIndex,
} from "@porchlight/server/operations";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Connections of one server. */
const poolSize = 10;
const oldestVersion = 15;
const clockToleranceMs = 5_000;

/** Runs read-only checks. Throws if the database is unreachable. */
export async function checkDatabase(connection: Connection, secretKey: Buffer): Promise<Finding[]> {
  const {
    checkSigningKeys,
    countDataJobs,
    countDeadLetters,
    countOutbox,
    createSecrets,
    openDatabase,
    proposeIndexes,
    readDatabaseHealth,
  } = await import("@porchlight/server/operations");
  const db = openDatabase(connection, () => undefined, 1);
  try {
    const health = await readDatabaseHealth(db);
    const findings = judgeDatabase(health);
    if (health.applied === 0 || health.applied > health.latest) return findings;
    const isCurrent = health.applied === health.latest;
    return [
      ...findings,
      judgeKeys(await checkSigningKeys(db, createSecrets(secretKey))),
      judgeOutbox(await countOutbox(db), await countDeadLetters(db)),
      ...(isCurrent ? [judgeDataJobs(await countDataJobs(db)), ...judgeQueries(await proposeIndexes(db))] : []),
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

const neverLeft = {
  mails: { name: ["mail", "mails"], advice: "SMTP_URL" },
  messages: { name: ["message", "messages"], advice: "MESSAGE_WEBHOOK_URL" },
  files: { name: ["picture to remove", "pictures to remove"], advice: "the folder of the pictures" },
} as const;

export function judgeOutbox({ waiting }: Pick<OutboxCounts, "waiting">, givenUp: DeadLetterCounts): Finding {
  const check = "outbox";
  const kinds = (["mails", "messages", "files"] as const).filter((kind) => givenUp[kind] > 0);
  if (kinds.length === 0) return ok(check, waiting === 0 ? "empty" : `${waiting} waiting`);
  const counted = kinds
    .map((kind) => `${givenUp[kind]} ${neverLeft[kind].name[givenUp[kind] === 1 ? 0 : 1]}`)
    .join(", ");
  const advice = kinds.map((kind) => neverLeft[kind].advice).join(", ");
  return warning(
    check,
    `Given up on after days of tries: ${counted}. Check ${advice}, and the log for "outbox-failed".`,
  );
}

export function judgeDataJobs({ waiting, parked }: DataJobCounts): Finding {
  const check = "data jobs";
  if (parked === 0) return ok(check, waiting === 0 ? "none is waiting" : `${waiting} waiting`);
  const jobs = parked === 1 ? "1 job" : `${parked} jobs`;
  return warning(
    check,
    `Stopped after repeated errors: ${jobs}. Check the log for "data-job-failed" and "data-transfer-failed".`,
  );
}

import { type ProposedIndex, proposeIndexes } from "../data/indexes/propose-indexes.ts";
import type { Secrets } from "../platform/crypto/secrets.ts";
import type { Db } from "../platform/db/database.ts";
import { type DatabaseHealth, readDatabaseHealth } from "../platform/db/health.ts";
import { checkSigningKeys } from "../platform/identity/key-ring.ts";
import { countJobs, type JobCounts, type JobKind } from "../platform/jobs/jobs-store.ts";
import type { Site } from "../platform/server-context.ts";
import type { SettingValues } from "../platform/settings/settings.ts";
import { readMainSettings, readSettings } from "../platform/settings/settings-store.ts";
import { type Finding, ok, problem, warning } from "./check-services.ts";

/** Connections of one server. */
const poolSize = 15;
const oldestVersion = 15;
const clockToleranceMs = 5_000;

/**
 * Runs read-only checks. Throws if the database is unreachable.
 *
 * @param secrets Of the site. @param site Whose data the findings may contain. Default: all sites, and the settings of
 * the first one.
 */
export async function checkDatabase(db: Db, secrets: Secrets, site?: Pick<Site, "id" | "isMain">): Promise<Finding[]> {
  const health = await readDatabaseHealth(db);
  const findings = evaluateDatabase(health);
  if (health.applied === 0 || health.applied > health.latest) return findings;
  const isCurrent = health.missing === 0;
  return [
    ...findings,
    evaluateKeys(await checkSigningKeys(db, secrets, site?.isMain ? undefined : site?.id)),
    ...(isCurrent
      ? [
          evaluateJobs(await countJobs(db, site?.isMain === false ? { siteIds: [site.id], isMain: false } : undefined)),
          ...evaluateQueries(await proposeIndexes(db, site?.id)),
          ...evaluateOwnerEmail(await (site ? readSettings(db, site.id) : readMainSettings(db))),
        ]
      : []),
  ];
}

/** A finding if members need the owner's approval. */
export function evaluateOwnerEmail({
  memberApproval,
  ownerEmail,
}: Pick<SettingValues, "memberApproval" | "ownerEmail">): Finding[] {
  if (memberApproval !== "owner") return [];
  const check = "owner's email";
  if (ownerEmail) return [ok(check, ownerEmail, { code: "OWNER_EMAIL", data: { email: ownerEmail } })];
  return [
    warning(check, "is not set, so waiting members cause no email. Run: porchlight setting set ownerEmail EMAIL", {
      code: "OWNER_EMAIL_MISSING",
    }),
  ];
}

/** Findings about the database itself. */
export function evaluateDatabase(health: DatabaseHealth): Finding[] {
  return [
    evaluateVersion(health),
    evaluateMigrations(health),
    evaluateDurability(health),
    evaluateConnections(health),
    evaluateClock(health),
    ...evaluateArchive(health),
  ];
}

function evaluateVersion({ version, majorVersion, encoding }: DatabaseHealth): Finding {
  if (majorVersion < oldestVersion)
    return problem("database", `PostgreSQL ${version} is too old. Use ${oldestVersion} or newer.`, {
      code: "DATABASE_OLD",
      data: { version, required: oldestVersion },
    });
  if (encoding !== "UTF8")
    return problem("database", `stores text as ${encoding}. Create a database with encoding UTF8, and use that.`, {
      code: "DATABASE_ENCODING",
      data: { encoding },
    });
  return ok("database", `PostgreSQL ${version}`, { code: "DATABASE", data: { version } });
}

function evaluateMigrations({ applied, latest, missing }: DatabaseHealth): Finding {
  const check = "migrations";
  const data = { applied, latest, missing };
  if (applied > latest)
    return problem(check, `the database is at ${applied}, this version has ${latest}. Start the newer version.`, {
      code: "MIGRATIONS_NEWER",
      data,
    });
  if (applied === 0)
    return warning(check, "the database is empty. The next start fills it, or: porchlight migrate", {
      code: "MIGRATIONS_NONE",
    });
  if (missing > 0)
    return warning(check, `${missing} are missing in the database. The next start adds them, or: porchlight migrate`, {
      code: "MIGRATIONS_MISSING",
      data,
    });
  return ok(check, `${applied} of ${latest}`, { code: "MIGRATIONS", data });
}

/** Commits must be flushed to disk; other values than `off` differ only in replication. */
function evaluateDurability({ fsync, synchronousCommit, fullPageWrites }: DatabaseHealth): Finding {
  const check = "durability";
  const off = [
    ...(fsync === "off" ? ["fsync"] : []),
    ...(fullPageWrites === "off" ? ["full_page_writes"] : []),
    ...(synchronousCommit === "off" ? ["synchronous_commit"] : []),
  ];
  if (off.length === 0) return ok(check, "confirmed changes are on the disk", { code: "DURABILITY" });
  const words = `${off.join(" and ")} ${off.length === 1 ? "is" : "are"} off: a crash loses confirmed changes.`;
  return problem(check, `${words} Turn ${off.length === 1 ? "it" : "them"} on in postgresql.conf.`, {
    code: "DURABILITY_OFF",
    data: { settings: off.join(", ") },
  });
}

function evaluateConnections({ connections: { used, maximum } }: DatabaseHealth): Finding {
  const check = "connections";
  const words = `${used} of ${maximum} in use`;
  const data = { used, maximum, required: poolSize };
  if (maximum - used >= poolSize) return ok(check, words, { code: "CONNECTIONS", data });
  return warning(check, `${words}; one server takes up to ${poolSize}. Raise max_connections, or stop others.`, {
    code: "CONNECTIONS_FEW",
    data,
  });
}

function evaluateClock({ clockAheadMs }: DatabaseHealth): Finding {
  const check = "clock";
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
  if (Math.abs(clockAheadMs) <= clockToleranceMs) return ok(check, "agrees with the database's", { code: "CLOCK" });
  return warning(check, `differs from the database's by ${seconds} s. Set the clocks of both machines by NTP.`, {
    code: "CLOCK_DIFFERENT",
    data: { seconds },
  });
}

/** A finding if the write-ahead log cannot be archived. */
function evaluateArchive({ archiveFailedAt }: DatabaseHealth): Finding[] {
  if (archiveFailedAt === null) return [];
  const at = `${archiveFailedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return [
    warning(
      "archive",
      `PostgreSQL could not archive its log at ${at}, and retains it. Check the folder of WAL_ARCHIVE_DIR and its free space.`,
      { code: "ARCHIVE_FAILED", data: { at } },
    ),
  ];
}

/** Whether the server's key opens what is sealed in the database. */
export function evaluateKeys(keys: "none" | "readable" | "unreadable"): Finding {
  const check = "secret key";
  if (keys === "unreadable")
    return problem(check, "is not the key that this database was created with. Put the former key back.", {
      code: "KEY_WRONG",
    });
  return keys === "none"
    ? ok(check, "nothing is encrypted with it yet", { code: "KEY_UNUSED" })
    : ok(check, "decrypts the secrets in the database", { code: "KEY" });
}

/** One finding per proposed index, with the command that creates it. */
export function evaluateQueries(proposed: readonly ProposedIndex[]): Finding[] {
  const check = "data queries";
  if (proposed.length === 0) return [ok(check, "none that an index is missing for", { code: "QUERIES" })];
  return proposed.map(({ collectionId, fields, slowestMs }) => {
    const names = fields.map(({ path, order }) => (order === "DESC" ? `${path}:desc` : path)).join(" ");
    const command = `porchlight collection index add ${collectionId} ${names}`;
    const seconds = (slowestMs / 1_000).toFixed(1);
    return warning(check, `of ${collectionId} took up to ${seconds} s. Create an index: ${command}`, {
      code: "QUERIES_SLOW",
      data: { collection: collectionId, seconds, command },
    });
  });
}

const causes: Partial<Record<JobKind, string>> = {
  mail: "SMTP_URL",
  message: "MESSAGE_WEBHOOK_URL",
  "image-removal": "the folder of the images",
};

/** Whether background jobs have failed. */
export function evaluateJobs(counts: readonly JobCounts[]): Finding {
  const check = "jobs";
  const deadLettered = counts.filter(({ failed }) => failed > 0);
  if (deadLettered.length === 0) {
    // There is always a waiting cleanup.
    const waiting = counts.reduce((sum, { kind, waiting }) => (kind === "cleanup" ? sum : sum + waiting), 0);
    return ok(check, waiting === 0 ? "none is waiting" : `${waiting} waiting`, { code: "JOBS", data: { waiting } });
  }
  const counted = deadLettered.map(({ kind, failed }) => `${failed} ${kind}`).join(", ");
  const checks = deadLettered.flatMap(({ kind }) => causes[kind] ?? []);
  const advice = checks.length === 0 ? "" : ` Check ${checks.join(", ")}.`;
  return warning(check, `Failed after all attempts: ${counted}.${advice} Details: porchlight job list --state failed`, {
    code: "JOBS_FAILED",
    data: { jobs: counted },
  });
}

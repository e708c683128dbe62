import { type Connection, directDatabase, openDatabase } from "../platform/db/database.ts";
import { type ProbedFeature, probeEngine } from "../platform/db/engine/probe-engine.ts";
import type { Engine } from "../platform/db/engine/recognize-engine.ts";
import { isBehindPooler, lacksStatementTimeout } from "../platform/db/pooler.ts";
import { type Finding, ok, problem, warning } from "./check-services.ts";

const oldestVersion = 15;

/** Checks each feature that Porchlight uses on the connected server. Throws if the database is unreachable. */
export async function checkEngine(connection: Connection): Promise<Finding[]> {
  const pooler = await checkPooler(connection);
  if (pooler.state === "problem") return [pooler];
  const { engine, features } = await probeEngine(connection);
  return [evaluateEngine(engine), pooler, ...features.map((feature) => evaluateFeature(feature))];
}

/** Whether connections go through a pooler, and whether the settings for it are complete. */
export async function checkPooler(connection: Connection): Promise<Finding> {
  const check = "pooler";
  const db = openDatabase(connection, () => undefined, 1);
  try {
    const direct = directDatabase(db);
    const isBehind = await isBehindPooler(direct);
    if (direct === db && isBehind)
      return problem(check, "DATABASE_URL leads to a connection pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself.");
    if (isBehind)
      return problem(check, "DATABASE_DIRECT_URL leads to a connection pooler. Set it to PostgreSQL itself.");
    if (direct === db) return ok(check, "no transaction pooler detected");
    if (!(await lacksStatementTimeout(db)))
      return ok(check, "DATABASE_URL uses a pooler, DATABASE_DIRECT_URL does not");
    return warning(check, "statements have no time limit. Run: ALTER ROLE … SET statement_timeout = '10s'");
  } finally {
    await db.destroy();
  }
}

/** Whether Porchlight is tested with this server. */
export function evaluateEngine({ name, version, postgresVersion }: Engine): Finding {
  const check = "engine";
  const description =
    name === "PostgreSQL" ? `PostgreSQL ${version}` : `${name} ${version}, as PostgreSQL ${postgresVersion}`;
  if (postgresVersion < oldestVersion)
    return problem(check, `${description} is too old. Use PostgreSQL ${oldestVersion} or newer.`);
  if (name === "PostgreSQL") return ok(check, description);
  return warning(
    check,
    `${description}. Porchlight is tested with PostgreSQL only. See docs/operations/database-engines.md.`,
  );
}

/** One line about a feature, with the consequence and the remedy if it does not work. */
export function evaluateFeature({
  name,
  consequence,
  isRequired,
  failure,
}: Pick<ProbedFeature, "name" | "consequence" | "isRequired" | "failure">): Finding {
  if (!failure) return ok(name, "works");
  const description = `${failure.message.replace(/\.$/, "")}. Without it, ${consequence}. ${remedyOf(failure)}`;
  return isRequired ? problem(name, description) : warning(name, description);
}

/** Source of the codes: PostgreSQL, "Error Codes". */
function remedyOf({ message, code }: NonNullable<ProbedFeature["failure"]>): string {
  if (code === "42501" && /database/.test(message)) return "Grant it: GRANT CREATE, TEMPORARY ON DATABASE … TO …";
  if (code === "42501" && /schema/.test(message)) return "Grant it: GRANT USAGE, CREATE ON SCHEMA public TO …";
  if (code === "42501") return "Grant the right to the role of DATABASE_URL, or use the owner of the database.";
  return "Use PostgreSQL 15 or newer, or a version of this server that supports it.";
}

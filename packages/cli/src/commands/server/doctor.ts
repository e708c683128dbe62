import { checkDataDir, checkMedia } from "../../doctor/check-data-dir.ts";
import { checkDatabase } from "../../doctor/check-database.ts";
import { checkBucket, checkEnvironment, checkMail, checkMessages, checkNode } from "../../doctor/check-environment.ts";
import { type Finding, ok, problem } from "../../doctor/finding.ts";
import { openInstallation } from "../../runtime/connection.ts";
import { hasDatabase } from "../../runtime/data-dir.ts";
import { type Environment, readEnvironment } from "../../runtime/environment.ts";
import { AnsweredFailure } from "../../runtime/errors/failure.ts";
import { describeDatabaseError } from "../../runtime/errors/format-database-error.ts";
import { describeError } from "../../runtime/errors/format-error.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import type { CommonOptions } from "../../runtime/operator.ts";

/** `porchlight doctor`: one line for each check, or one object with all of them. @throws {AnsweredFailure} */
export async function doctor(io: Io, options: CommonOptions): Promise<void> {
  const findings = [checkNode(process.versions.node), ...(await inspect(io, options))];
  const problems = findings.filter(({ state }) => state === "problem").length;
  printResult(io, { ok: problems === 0, checks: findings }, findings.map(formatFinding).join("\n"));
  if (problems > 0) throw new AnsweredFailure(`${problems} of ${findings.length} checks found a problem.`);
}

async function inspect(io: Io, options: CommonOptions): Promise<Finding[]> {
  let environment: Environment;
  try {
    environment = readEnvironment(io.env, options, io.terminal);
  } catch (error) {
    // The other checks require the configuration.
    return [problem("configuration", describeError(error).message)];
  }
  const mode = environment.production ? "for production" : "for development";
  const isEmbedded = environment.databaseUrl === undefined;
  return [
    ok("configuration", mode),
    ...checkEnvironment(environment),
    ...(isEmbedded ? checkDataDir(environment.dataDir) : []),
    environment.mediaS3 ? await checkBucket(environment.mediaS3) : checkMedia(environment),
    ...(await inspectDatabase(io, environment)),
    await checkMail(environment),
    await checkMessages(environment),
  ];
}

async function inspectDatabase(io: Io, environment: Environment): Promise<Finding[]> {
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl === undefined && !hasDatabase(dataDir))
    return [ok("database", "does not exist yet; the first start creates it")];
  try {
    const installation = await openInstallation(io, environment, { role: "command", begins: false });
    try {
      return await checkDatabase(installation.connection, installation.secretKey);
    } finally {
      await installation.close();
    }
  } catch (error) {
    const described = databaseUrl === undefined ? error : describeDatabaseError(error, databaseUrl);
    return [problem("database", describeError(described).message)];
  }
}

function formatFinding({ state, check, message }: Finding): string {
  return `${state.padEnd(9)}${check.padEnd(17)}${message}`;
}

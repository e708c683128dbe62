import {
  checkBackups,
  checkBucket,
  checkDatabase,
  checkEngine,
  checkMail,
  checkMessages,
  checkNode,
  checkPooler,
  checkReplicas,
  checkSites,
  type Finding,
  findMainSecrets,
  ok,
  openDatabase,
  problem,
} from "@porchlight/server/operations";
import { checkDataDir, checkMedia } from "../../doctor/check-data-dir.ts";
import { checkEnvironment } from "../../doctor/check-environment.ts";
import { type Installation, openInstallation } from "../../runtime/connection.ts";
import { hasDatabase } from "../../runtime/data-dir.ts";
import { type Environment, readEnvironment } from "../../runtime/environment.ts";
import { AnsweredFailure } from "../../runtime/errors/failure.ts";
import { describeDatabaseError } from "../../runtime/errors/format-database-error.ts";
import { describeError } from "../../runtime/errors/format-error.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import type { CommonOptions } from "../../runtime/operator.ts";
import { backupConfig } from "../../runtime/server-config.ts";

/** `porchlight doctor`: one line for each check, or one object with all of them. @throws {AnsweredFailure} */
export async function doctor(io: Io, options: CommonOptions & { engine?: boolean }): Promise<void> {
  const findings = [checkNode(process.versions.node), ...(await inspect(io, options))];
  const problems = findings.filter(({ state }) => state === "problem").length;
  printResult(io, { ok: problems === 0, checks: findings }, formatFindings(findings));
  if (problems > 0) throw new AnsweredFailure(`${problems} of ${findings.length} checks found a problem.`);
}

async function inspect(io: Io, options: CommonOptions & { engine?: boolean }): Promise<Finding[]> {
  let environment: Environment;
  try {
    environment = readEnvironment(io.env, options, io.terminal);
  } catch (error) {
    // The other checks require the configuration.
    return [problem("configuration", describeError(error).message)];
  }
  const replicas = () => checkReplicas(environment.databaseReplicaUrls ?? []);
  if (options.engine)
    return [...(await inspectDatabase(io, environment, (own) => checkEngine(own.connection))), ...(await replicas())];
  const mode = environment.production ? "for production" : "for development";
  const isEmbedded = environment.databaseUrl === undefined;
  return [
    ok("configuration", mode),
    ...checkEnvironment(environment),
    ...(isEmbedded ? checkDataDir(environment.dataDir) : []),
    environment.mediaS3 ? await checkBucket(environment.mediaS3) : checkMedia(environment),
    ...(await inspectDatabase(io, environment, (installation) => checkContents(installation, environment))),
    ...(await replicas()),
    await checkBackups(backupConfig(environment), new Date()),
    await checkMail(environment),
    await checkMessages(environment),
  ];
}

async function checkContents({ connection, secretKey }: Installation, { publicUrl }: Environment): Promise<Finding[]> {
  const db = openDatabase(connection, () => undefined, 1);
  try {
    return [
      ...(await checkDatabase(db, await findMainSecrets(db, secretKey))),
      ...(await checkSites(db, secretKey, publicUrl)),
      ...("connectionString" in connection ? [await checkPooler(connection)] : []),
    ];
  } finally {
    await db.destroy();
  }
}

async function inspectDatabase(
  io: Io,
  environment: Environment,
  check: (installation: Installation) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl === undefined && !hasDatabase(dataDir))
    return [ok("database", "does not exist yet; the first start creates it")];
  try {
    const installation = await openInstallation(io, environment, { role: "command", begins: false });
    try {
      return await check(installation);
    } finally {
      await installation.close();
    }
  } catch (error) {
    const described = databaseUrl === undefined ? error : describeDatabaseError(error, databaseUrl);
    return [problem("database", describeError(described).message)];
  }
}

function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(15, ...findings.map(({ check }) => check.length)) + 2;
  return findings.map(({ state, check, message }) => `${state.padEnd(9)}${check.padEnd(width)}${message}`).join("\n");
}

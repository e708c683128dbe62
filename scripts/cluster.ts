import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pooledFaults, replicatedFaults } from "../tests/cluster/faults/faults.ts";
import { type Outcome, outcomeTable } from "../tests/cluster/faults/outcomes.ts";
import { findExecutable, findPostgres } from "../tests/cluster/topology/executables.ts";
import { type PostgresServer, startPrimary } from "../tests/cluster/topology/postgres.ts";
import { makeFolder } from "../tests/cluster/topology/processes.ts";
import { root } from "./run-step.ts";

/**
 * Starts nodes, databases and proxies on this machine and checks that they behave like one server: `npm run cluster`.
 * Arguments after `--` are passed to Vitest as filters. Needs packages of Debian, so that it is not part of `npm test`.
 *
 * `npm run cluster -- conformance` runs the conformance tests on the system's PostgreSQL instead of the embedded one.
 */
async function run(filters: readonly string[]): Promise<number> {
  const postgres = findPostgres();
  const isConformance = filters[0] === "conformance";
  const missing = [
    ...(postgres === undefined ? ["postgresql"] : []),
    ...(isConformance ? [] : ["haproxy", "pgbouncer"].filter((name) => findExecutable(name) === undefined)),
  ];
  if (postgres === undefined || missing.length > 0) {
    console.error(`The cluster needs ${missing.join(", ")}. On Debian: sudo apt-get install -y ${missing.join(" ")}`);
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "porchlight-cluster-"));
  chmodSync(folder, 0o755);
  const pidFile = path.join(folder, "pids");
  writeFileSync(pidFile, "");
  const report = path.join(folder, "report.json");
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  let child: ChildProcess | undefined;
  let server: PostgresServer | undefined;
  process.once("exit", () => {
    child?.kill("SIGKILL");
    killRemaining(pidFile);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  Object.assign(process.env, { TMPDIR: folder, CLUSTER_PIDS: pidFile });
  const project = isConformance ? "conformance" : "cluster";
  const selected = isConformance ? filters.slice(1) : filters;
  if (isConformance) server = await startTestPostgres();
  const outcomes = path.join(folder, "outcomes");
  writeFileSync(outcomes, "");
  const isolation = isConformance ? [] : findIsolation();
  const [command = "", ...args] = [...isolation, process.execPath, vitest, "run", "--project", project];
  child = spawn(command, [...args, ...reporters, ...selected], {
    cwd: root,
    env: {
      RACE_ROUNDS: filters.includes("races") ? "1000" : "20",
      ...process.env,
      CLUSTER_OUTCOMES: outcomes,
      CLUSTER_NAMESPACE: isolation.length > 0 ? "own" : "",
      ...(server && { TEST_DATABASE_URL: server.url }),
    },
    stdio: "inherit",
  });
  const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 1)));
  await server?.process.end("SIGQUIT");
  if (!isConformance) {
    printTable(report);
    printOutcomes(outcomes);
  }
  return code;
}

/** Starts PostgreSQL without durability on power loss, as tests use it. */
async function startTestPostgres(): Promise<PostgresServer> {
  const server = await startPrimary(makeFolder());
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"])
    await server.query(`alter system set ${setting} to off`);
  const [row] = await server.query<{ version: string }>("select version(), pg_reload_conf()");
  console.log(row?.version);
  return server;
}

/**
 * Runs a command in network and mount namespaces, so that a firewall and full disks affect nothing else. Requires
 * root.
 */
function findIsolation(): string[] {
  const tools = ["unshare", "ip", "nft", "faketime"];
  if (process.getuid?.() !== 0 || tools.some((name) => findExecutable(name) === undefined)) return [];
  return ["unshare", "--net", "--mount", "--", "sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
}

/** Prints the results of faults. `RECORD=1` stores them for the documentation. */
function printOutcomes(file: string): void {
  const outcomes = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
  if (outcomes.length === 0) return;
  console.log(`\n${outcomeTable([...replicatedFaults, ...pooledFaults], outcomes)}`);
  if (process.env.RECORD !== "1") return;
  const recorded = path.join(root, "tests/cluster/faults/outcomes.json");
  const earlier = existsSync(recorded) ? (JSON.parse(readFileSync(recorded, "utf8")) as Outcome[]) : [];
  const others = earlier.filter(({ fault }) => outcomes.every((outcome) => outcome.fault !== fault));
  writeFileSync(recorded, `${JSON.stringify([...others, ...outcomes], undefined, 2)}\n`);
  console.log("Recorded. Now run: npx node scripts/make-cluster-docs.ts");
}

/** Kills what an interrupted run has left. The tests stop their processes themselves. */
function killRemaining(pidFile: string): void {
  for (const pid of readFileSync(pidFile, "utf8").split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

interface Report {
  testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string; duration?: number }[] }[];
}

function printTable(file: string): void {
  if (!existsSync(file)) return;
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  // Others were excluded by filters.
  const results = all.filter(({ status }) => status === "passed" || status === "failed");
  console.log("\n| check | outcome | seconds |\n|---|---|---:|");
  for (const { title, ancestorTitles, status, duration = 0 } of results)
    console.log(`| ${[...ancestorTitles, title].join(" ")} | ${status} | ${(duration / 1_000).toFixed(1)} |`);
  const passed = results.filter(({ status }) => status === "passed").length;
  console.log(`\n${passed} passed, ${results.length - passed} failed`);
}

process.exitCode = await run(process.argv.slice(2));

import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { consoleBuild } from "../apps/console/build.ts";
import { siteBuild } from "../apps/site/build.ts";
import { findChromium, findHeadlessShell } from "./find-chromium.ts";
import { runStep } from "./run-step.ts";

/**
 * Runs all tests: `npm test`. Arguments after `--` are passed to Vitest as filters. The last line contains the number
 * of passed and failed tests.
 */
const rounds = [
  ["unit", "recordings", "conformance"],
  // Run alone: they start the whole product and measure time.
  ["browser"],
  ["faults"],
  ["packages"],
];

/**
 * The temporary folder of the run: in memory if there is room, because the creation of each test database waits for the
 * disk otherwise.
 */
function makeRunFolder(): string {
  const folder = mkdtempSync(path.join(isRoomy("/dev/shm") ? "/dev/shm" : os.tmpdir(), "porchlight-"));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

interface Counts {
  passed: number;
  failed: number;
}

/** Failures of all rounds, repeated at the end: of a long log, often only the end is available. */
const failures: string[] = [];

/** The result of one run of Vitest; a run that crashed counts as one failure. */
async function runRound(projects: readonly string[], env: Record<string, string>): Promise<Counts> {
  const report = path.join(runFolder, `${projects[0]}.json`);
  const { code } = await runStep(
    "vitest",
    [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { env: { ...env, TMPDIR: runFolder }, live: true },
  );
  const counts = readReport(report);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** Counts skipped tests and files that failed to load as failures. */
function readReport(file: string): Counts {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return { passed: 0, failed: 1 };
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  for (const { name, message, assertionResults } of report.testResults) {
    // The error of a hook or of the file itself.
    if (message) failures.push(`${path.relative(".", name)}\n${message}`);
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === "passed") continue;
      failures.push([`${path.relative(".", name)}: ${fullName} (${status})`, ...(failureMessages ?? [])].join("\n"));
    }
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests + skipped + broken.length };
}

const runFolder = makeRunFolder();
process.once("exit", () => rmSync(runFolder, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const total: Counts = { passed: 0, failed: 0 };
const chromium = await findChromium((line) => console.log(line));
const browsers: Record<string, string> =
  "missing" in chromium
    ? {}
    : { CHROMIUM_PATH: findHeadlessShell() ?? chromium.path, CHROMIUM_WHOLE_PATH: chromium.path };
if ("missing" in chromium) console.error(chromium.missing);
try {
  for (const { needsBuild, build } of [siteBuild, consoleBuild])
    if (needsBuild()) await build({ onProgress: (line) => console.log(line) });
} catch (error) {
  console.error(`The site or the console cannot be built: ${error instanceof Error ? error.message : String(error)}`);
  total.failed += 1;
}
for (const projects of rounds) {
  if (projects.includes("browser") && "missing" in chromium) {
    total.failed += 1;
    continue;
  }
  const { passed, failed } = await runRound(projects, browsers);
  total.passed += passed;
  total.failed += failed;
}
if ("missing" in chromium) console.error(`The browser tests did not run. ${chromium.missing}`);
for (const failure of failures) console.error(`\n${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

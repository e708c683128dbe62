import { consoleBuild } from "../apps/console/build.ts";
import { siteBuild } from "../apps/site/build.ts";
import { findChromium, findHeadlessShell } from "./find-chromium.ts";
import { makeRunFolder } from "./test-run/run-folder.ts";
import { runTests } from "./test-run/run-tests.ts";

/**
 * Runs all tests: `npm test`. Arguments after `--` are passed to Vitest as filters. Files that fail run once more,
 * alone. The last line contains the number of passed and failed tests.
 */
const rounds = [
  ["unit", "recordings", "conformance"],
  // Run alone: they start the whole product and measure time.
  ["browser"],
  ["faults"],
  ["packages"],
];

const maxRoundMs = 30 * 60_000;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const env: Record<string, string> = { TMPDIR: makeRunFolder() };
const problems: string[] = [];
const chromium = await findChromium((line) => console.log(line));
if ("missing" in chromium) problems.push(`The browser tests did not run. ${chromium.missing}`);
else Object.assign(env, { CHROMIUM_PATH: findHeadlessShell() ?? chromium.path, CHROMIUM_WHOLE_PATH: chromium.path });
try {
  for (const { needsBuild, build } of [siteBuild, consoleBuild])
    if (needsBuild()) await build({ onProgress: (line) => console.log(line) });
} catch (error) {
  problems.push(`The site or the console cannot be built: ${error instanceof Error ? error.message : String(error)}`);
}
const runnable = rounds.filter((projects) => !("missing" in chromium && projects.includes("browser")));
const { passed, failures, unstable, ...counts } = await runTests(runnable, process.argv.slice(2), {
  env,
  limitRun: () => AbortSignal.timeout(maxRoundMs),
});
for (const failure of [...problems, ...failures]) console.error(`\n${failure}`);
// At the end, because of a long log often only the end is available.
if (unstable.length > 0) console.log(`\nunstable:\n\n${unstable.join("\n\n").replace(/^/gm, "  ")}\n`);
const failed = counts.failed + problems.length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

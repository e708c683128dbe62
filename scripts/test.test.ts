import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runTests } from "./test-run/run-tests.ts";

const stable = 'it("adds", () => expect(1 + 1).toBe(2));\n';
/** Code whose first run does something else than the others. */
const firstTime = (code: string) => `
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
function isFirst() {
  const file = fileURLToPath(import.meta.url) + ".ran";
  const isFirst = !existsSync(file);
  writeFileSync(file, "");
  return isFirst;
}
${code}`;

/** A folder with the test files of one round. */
function project(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "test-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = { name: "one", globals: true, isolate: false, maxWorkers: 1, include: ["**/*.test.js"] };
  writeFileSync(
    path.join(folder, "vitest.config.mjs"),
    `export default { test: { projects: [{ test: ${JSON.stringify(config)} }] } };`,
  );
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
  return folder;
}

const run = (folder: string) => runTests([["one"]], [], { folder, isQuiet: true });

it("lists a test that fails in its round and passes alone as unstable", async () => {
  const folder = project({
    "stable.test.js": stable,
    "flaky.test.js": firstTime('describe("clock", () => it("ticks", () => expect(isFirst()).toBe(false)));'),
  });
  const { passed, failed, failures, unstable } = await run(folder);
  expect({ passed, failed, failures }).toEqual({ passed: 2, failed: 0, failures: [] });
  expect(unstable).toEqual([expect.stringMatching(/^flaky\.test\.js: clock > ticks\n.*expected true to be false/s)]);
});

it("fails if a test fails again, is skipped, or its file cannot be loaded", async () => {
  const folder = project({
    "stable.test.js": stable,
    "broken.test.js": 'it("divides", () => expect(1 / 0).toBe(0));\n',
    "skipped.test.js": 'it.skip("waits", () => undefined);\n',
    "folder/unloadable.test.js": 'import "./missing.js";\n',
  });
  const { passed, failed, failures, unstable } = await run(folder);
  expect({ passed, failed, unstable }).toEqual({ passed: 1, failed: 3, unstable: [] });
  expect(failures.map((failure) => failure.split("\n")[0]).sort()).toEqual([
    "broken.test.js: divides",
    "folder/unloadable.test.js",
    "skipped.test.js: waits",
  ]);
});

it("does not look again at more than five files", async () => {
  const flaky = firstTime('it("ticks", () => expect(isFirst()).toBe(false));');
  const names = Array.from({ length: 6 }, (_, index) => `flaky-${index}.test.js`);
  const { failed, unstable } = await run(project(Object.fromEntries(names.map((name) => [name, flaky]))));
  expect({ failed, unstable }).toEqual({ failed: 6, unstable: [] });
});

it("repeats files whose process ended, and a round with an error outside of its tests", async () => {
  const crashing = project({
    "crash.test.js": firstTime('it("lives", () => { if (isFirst()) process.kill(process.pid, "SIGKILL"); });'),
    "stable.test.js": stable,
  });
  expect(await run(crashing)).toMatchObject({ passed: 2, failed: 0, unstable: [] });
  const late = firstTime('it("rejects later", () => { if (isFirst()) void Promise.reject(new Error("too late")); });');
  expect(await run(project({ "late.test.js": late }))).toMatchObject({ passed: 1, failed: 0, unstable: [] });
  const always = 'it("rejects later", () => { void Promise.reject(new Error("too late")); });';
  expect(await run(project({ "late.test.js": always }))).toMatchObject({
    failed: 1,
    failures: [expect.stringContaining("too late")],
  });
});

it("ends a round that hangs, and repeats what was unfinished", async () => {
  const folder = project({
    "hang.test.js": firstTime('it("ends", () => { while (isFirst() || globalThis.hangs) globalThis.hangs = true; });'),
    "stable.test.js": stable,
  });
  const limits: AbortController[] = [];
  const watching = setInterval(() => {
    if (existsSync(path.join(folder, "hang.test.js.ran"))) limits[0]?.abort();
  }, 50);
  onTestFinished(() => clearInterval(watching));
  const limitRun = () => limits[limits.push(new AbortController()) - 1]!.signal;
  const { passed, failed } = await runTests([["one"]], [], { folder, limitRun, isQuiet: true });
  expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
});

it("fails without any test file", async () => {
  expect(await run(project({}))).toMatchObject({ passed: 0, failed: 1 });
});

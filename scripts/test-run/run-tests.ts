import path from "node:path";
import { root } from "../run-step.ts";
import type { Failure, FileResult } from "./run-events.ts";
import { listTestFiles, type RunnerOptions, runVitest } from "./run-vitest.ts";

/** More failing files than this are not unstable tests. */
const maxSecondLooks = 5;

/** Result of all rounds. */
export interface TestSummary {
  passed: number;
  failed: number;
  /** One paragraph per failure. */
  failures: string[];
  /** One paragraph per test that failed in its round and passed when its file ran alone. */
  unstable: string[];
}

interface TestFile {
  file: string;
  projects: readonly string[];
  /** Undefined if Vitest ended without a result for the file. */
  result: FileResult | undefined;
}

/**
 * Runs the rounds one after the other, then each file that failed once more, alone. A test that passes there does not
 * fail the run, but is listed.
 *
 * @param rounds Names of the Vitest projects that run together.
 * @param filters Arguments for Vitest.
 */
export async function runTests(
  rounds: readonly (readonly string[])[],
  filters: readonly string[],
  options: RunnerOptions = {},
): Promise<TestSummary> {
  const files: TestFile[] = [];
  const failures: string[] = [];
  for (const projects of rounds) {
    const round = await runRound(projects, filters, options);
    files.push(...round.files);
    failures.push(...round.errors);
  }
  if (files.length === 0) failures.push(`No test files match: ${filters.join(" ")}`);
  const unstable = failures.length === 0 ? await lookAgain(files.filter(isFailing), options) : [];
  let [passed, failed] = [0, failures.length];
  for (const testFile of files) {
    const found = failuresOf(testFile);
    passed += testFile.result?.passed ?? 0;
    failed += found.length;
    failures.push(...found.map((failure) => format(testFile.file, failure, options)));
  }
  return { passed, failed, failures, unstable };
}

/** Repeats once what ended without a result: lost files, or the whole round if it failed outside of its files. */
async function runRound(
  projects: readonly string[],
  filters: readonly string[],
  options: RunnerOptions,
): Promise<{ files: TestFile[]; errors: string[] }> {
  const files = await listTestFiles(projects, filters, options);
  const results = new Map<string, FileResult>();
  let [args, errors]: [readonly string[], string[]] = [filters, []];
  for (let tries = 0; files.length > 0 && tries < 2; tries += 1) {
    const run = await runVitest(projects, args, options);
    for (const [file, result] of run.results) results.set(file, result);
    const lost = files.filter((file) => !results.has(file));
    if (run.wasEnded)
      console.error(["The round was ended because of its time limit. Still running:", ...run.unfinished].join("\n"));
    const isExplained = run.code === 0 || [...run.results.values()].some(({ failures }) => failures.length > 0);
    errors = isExplained || lost.length > 0 ? [] : [`${projects.join(", ")}\n${run.errors.join("\n") || "failed"}`];
    if (isExplained && lost.length === 0) break;
    args = lost.length > 0 ? lost : filters;
  }
  return { files: files.map((file) => ({ file, projects, result: results.get(file) })), errors };
}

/** Replaces the results of files that pass alone. Returns what failed at first. */
async function lookAgain(failing: readonly TestFile[], options: RunnerOptions): Promise<string[]> {
  if (failing.length > maxSecondLooks) return [];
  const unstable: string[] = [];
  for (const testFile of failing) {
    console.log(`Second look: ${path.relative(options.folder ?? root, testFile.file)}`);
    const alone = await runVitest(testFile.projects, ["--isolate", "--maxWorkers=1", testFile.file], options);
    const result = alone.results.get(testFile.file);
    if (alone.code !== 0 || !result || result.failures.length > 0) continue;
    unstable.push(...failuresOf(testFile).map((failure) => format(testFile.file, failure, options)));
    testFile.result = result;
  }
  return unstable;
}

const isFailing = (testFile: TestFile) => failuresOf(testFile).length > 0;

function failuresOf({ result }: TestFile): readonly Failure[] {
  return result?.failures ?? [{ test: "", message: "The file has no result: its process ended." }];
}

function format(file: string, { test, message }: Failure, { folder = root }: RunnerOptions): string {
  return `${path.relative(folder, file)}${test && `: ${test}`}\n${message}`;
}

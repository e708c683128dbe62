import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, runStep } from "../run-step.ts";
import { type FileResult, type RunEvent, resultsVariable } from "./run-events.ts";

/** Where and with what the tests run. */
export interface RunnerOptions {
  /** Folder with the configuration of Vitest. Default: the repository. */
  folder?: string;
  /** Further environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Limits one run of Vitest: when the signal is aborted, its processes are ended. */
  limitRun?: () => AbortSignal;
  /** Does not print the output of Vitest. */
  isQuiet?: boolean;
}

/** Result of one run of Vitest. */
export interface VitestRun {
  code: number;
  results: Map<string, FileResult>;
  /** Files that were started but not finished. */
  unfinished: string[];
  /** Messages of errors outside of all tests. */
  errors: string[];
  wasEnded: boolean;
}

const reporter = path.join(import.meta.dirname, "record-results.ts");

/** Runs Vitest and reads what its reporter has recorded, even after a crash. */
export async function runVitest(
  projects: readonly string[],
  args: readonly string[],
  { folder = root, env = {}, limitRun, isQuiet = false }: RunnerOptions,
): Promise<VitestRun> {
  const results = mkdtempSync(path.join(tmpdir(), "porchlight-results-"));
  const file = path.join(results, "events.jsonl");
  const signal = limitRun?.();
  try {
    const { code } = await runStep(
      "vitest",
      ["run", "--root", folder, ...projectArgs(projects), "--reporter=default", `--reporter=${reporter}`, ...args],
      { env: { ...env, [resultsVariable]: file }, live: !isQuiet, ...(signal && { signal }) },
    );
    return { code, wasEnded: signal?.aborted ?? false, ...readEvents(file) };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** Absolute paths of the test files that `args` select. */
export async function listTestFiles(
  projects: readonly string[],
  args: readonly string[],
  { folder = root, env = {} }: RunnerOptions,
): Promise<string[]> {
  const { code, output } = await runStep(
    "vitest",
    ["list", "--root", folder, "--filesOnly", "--json", ...projectArgs(projects), ...args],
    { env },
  );
  const start = output.indexOf("[");
  if (code !== 0 || start < 0) throw new Error(`The test files cannot be listed:\n${output}`);
  // Output of Vitest with --json.
  const files = JSON.parse(output.slice(start, output.lastIndexOf("]") + 1)) as { file: string }[];
  return [...new Set(files.map(({ file }) => file))];
}

const projectArgs = (projects: readonly string[]) => projects.flatMap((project) => ["--project", project]);

function readEvents(file: string): Pick<VitestRun, "results" | "unfinished" | "errors"> {
  const results = new Map<string, FileResult>();
  const started = new Set<string>();
  const errors: string[] = [];
  for (const event of parseEvents(file)) {
    if (event.type === "start") started.add(event.file);
    if (event.type === "end") results.set(event.file, event);
    if (event.type === "error") errors.push(event.message);
  }
  return { results, unfinished: [...started].filter((name) => !results.has(name)), errors };
}

/** A run that failed at its start leaves no file, and one that was ended may leave half a line. */
function* parseEvents(file: string): Generator<RunEvent> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return;
  }
  // Written by the reporter.
  for (const line of text.split("\n").slice(0, -1)) yield JSON.parse(line) as RunEvent;
}

import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, "..");

export interface StepResult {
  code: number;
  /** Standard output and standard error, interleaved. */
  output: string;
  seconds: number;
}

export interface StepOptions {
  env?: Readonly<Record<string, string>>;
  /** Also prints the output as it arrives. */
  live?: boolean;
  /** Ends the command and everything that it started, when aborted or when this process exits. */
  signal?: AbortSignal;
}

/** Milliseconds until processes that do not end by themselves are killed. */
const endTimeoutMs = 10_000;

/** Runs a command in the root of the repository; executables of `node_modules` are on the path. */
export async function runStep(
  command: string,
  args: readonly string[],
  { env = {}, live = false, signal }: StepOptions = {},
): Promise<StepResult> {
  const startedAt = performance.now();
  const tools = path.join(root, "node_modules", ".bin");
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH ?? ""}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own.
    detached: signal !== undefined,
  });
  const release = signal && endGroupWith(child, signal);
  let output = "";
  const take = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
    output += chunk;
    if (live) target.write(chunk);
  };
  child.stdout.on("data", take(process.stdout));
  child.stderr.on("data", take(process.stderr));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  release?.();
  return { code, output, seconds: (performance.now() - startedAt) / 1000 };
}

/** Returns a function that stops watching. */
function endGroupWith(child: ChildProcess, signal: AbortSignal): () => void {
  const send = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has ended.
    }
  };
  const end = () => {
    send("SIGTERM");
    killing = setTimeout(() => send("SIGKILL"), endTimeoutMs);
  };
  const kill = () => send("SIGKILL");
  let killing: NodeJS.Timeout | undefined;
  signal.addEventListener("abort", end);
  process.once("exit", kill);
  return () => {
    clearTimeout(killing);
    signal.removeEventListener("abort", end);
    process.removeListener("exit", kill);
  };
}

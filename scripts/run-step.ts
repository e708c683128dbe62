import { spawn } from "node:child_process";
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
}

/** Runs a command in the root of the repository; executables of `node_modules` are on the path. */
export async function runStep(
  command: string,
  args: readonly string[],
  { env = {}, live = false }: StepOptions = {},
): Promise<StepResult> {
  const startedAt = performance.now();
  const tools = path.join(root, "node_modules", ".bin");
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH ?? ""}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
  return { code, output, seconds: (performance.now() - startedAt) / 1000 };
}

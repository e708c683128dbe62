import { CommanderError } from "commander";
import { describeError } from "./describe-error.ts";
import type { Io } from "./io.ts";
import { endWithLauncher } from "./launcher.ts";
import { createProgram } from "./program.ts";

/** Runs the command line of this process and sets its exit code. */
export async function run(): Promise<void> {
  endWithLauncher();
  const argv = process.argv.slice(2);
  process.exitCode = await main(argv, {
    env: process.env,
    json: asksForJson(argv),
    terminal: process.stderr.isTTY === true,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
}

/**
 * Carries out one command.
 *
 * @param argv The words after `porchlight`.
 * @returns The exit code: 0 done, 1 refused with a reason, 2 wrong usage.
 */
export async function main(argv: string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Help and version have been printed already.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { message, exitCode } = describeError(error, io.env.LOG_LEVEL);
    if (io.json) io.stdout(`${JSON.stringify({ error: { message } })}\n`);
    else io.stderr(`${message}\n`);
    return exitCode;
  }
}

function asksForJson(argv: string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}

import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { codeOf } from "./runtime/data-dir.ts";
import { AnsweredFailure } from "./runtime/errors/failure.ts";
import { describeError } from "./runtime/errors/format-error.ts";
import { type Io, toJson, withoutControlCharacters } from "./runtime/io.ts";

/** Runs the command line of this process and sets its exit code. */
export async function run(): Promise<void> {
  endWithLauncher();
  const argv = process.argv.slice(2);
  const isWritten = watchOutput();
  const code = await main(argv, {
    env: process.env,
    json: hasJsonOption(argv),
    terminal: process.stderr.isTTY === true,
    ...(process.stdin.isTTY && process.stderr.isTTY && { confirm }),
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
  process.exitCode = isWritten() ? code : 1;
}

/** Prompts for a confirmation; the default is no. */
async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/**
 * Reports errors of standard output, which would end the process with a stack trace. A closed pipe (`| head`) or
 * terminal is not an error; a full disk is.
 */
function watchOutput(): () => boolean {
  let written = true;
  process.stdout.on("error", (error) => {
    if (codeOf(error) === "EPIPE") return;
    written = false;
    process.exitCode = 1;
    process.stderr.write(`The output could not be written (${error.message}).\n`);
  });
  process.stderr.on("error", () => undefined);
  return () => written;
}

/**
 * Runs one command.
 *
 * @param argv Arguments after `porchlight`.
 * @returns The exit code: 0 success, 1 failure with a reason, 2 wrong usage.
 */
export async function main(argv: string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Help and version were printed already.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof AnsweredFailure) return error.exitCode;
    const { message, exitCode } = describeError(error, io.env.LOG_LEVEL);
    if (io.json) io.stdout(`${toJson({ error: { message } })}\n`);
    else io.stderr(`${withoutControlCharacters(message)}\n`);
    return exitCode;
  }
}

function hasJsonOption(argv: string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}

/**
 * Ends this process together with the launcher that started it (`bin/porchlight.js` with an older Node). A command
 * exits immediately, a server finishes open requests.
 */
function endWithLauncher(): void {
  if (!process.channel) return;
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}

import type { Command } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument } from "./program-options.ts";

/** Types of what a running server has; alone among the commands it needs no database. */
export function addCodegen(program: Command, io: Io): void {
  program
    .command("codegen")
    .summary("write types of the collections of a running server")
    .description("Writes a module of TypeScript that says what the items of a running server's collections hold.")
    .requiredOption("--url <address>", "of the server, like http://localhost:4000", filledArgument)
    .option("--key <key>", "API key; one of role read is enough (default: PORCHLIGHT_KEY)", filledArgument)
    .option("--out <file>", "the module", filledArgument, "src/collections.ts")
    .option("--check", "write nothing; end with 1 when the module is not what the server has")
    .option("--json", "answer with one JSON object")
    .allowExcessArguments(false)
    .action(async (options) => (await import("./collections/codegen.ts")).codegen(io, options));
}

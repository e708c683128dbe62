import { type Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, limitArgument, withCommonOptions } from "./program-options.ts";

/** Adds `export`. */
export function addExport(program: Command, io: Io): void {
  withCommonOptions(program.command("export"))
    .summary("write the blog into a folder")
    .description(
      "Writes the blog as JSON lines, from which Porchlight makes the same blog again, and as Markdown, with its pictures.",
    )
    .argument("<folder>", "a new or empty folder")
    .addOption(new Option("--format <format>", "what to write").choices(["all", "jsonl", "markdown"]).default("all"))
    .action(async (folder, options) => (await import("./blog/export.ts")).exportContent(io, folder, options));
}

/** Adds `import`. */
export function addImport(program: Command, io: Io): void {
  const command = withCommonOptions(program.command("import"))
    .summary("import posts from a folder, a file or an address")
    .description(
      "Imports posts, categories, tags and former addresses: a folder of Markdown, an export of WordPress or Ghost, a feed. " +
        "Importing again changes nothing that stayed the same; one that was cut off goes on where it was.",
    )
    // Subcommands have their own options.
    .enablePositionalOptions()
    .argument("<source>", "folder, file or address; one that is called like a command: ./list")
    .addOption(
      new Option("--format <format>", "what it is")
        .choices(["auto", "markdown", "wxr", "ghost", "rss"])
        .default("auto"),
    )
    .option("--pages", "take pages as well, as posts")
    .option(
      "--uploads <folder>",
      "where the blog's pictures are; else they are fetched from its address",
      filledArgument,
    )
    .option("--blog <name>", "which blog it is, where its own address does not tell", filledArgument)
    .option("--dry-run", "read everything, change nothing")
    .action(async (source, options) => (await import("./blog/import.ts")).importContent(io, source, options));
  withCommonOptions(command.command("list"))
    .description("Lists the imports, the latest first.")
    .option("--limit <number>", "at most so many, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./blog/imports.ts")).listImports(io, options));
  withCommonOptions(command.command("show"))
    .description("Tells how far an import is, and everything that it could not carry over.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./blog/imports.ts")).showImport(io, id, options));
  withCommonOptions(command.command("resume"))
    .description("Goes on with an import that was cut off or failed.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./blog/import.ts")).resumeImport(io, id, options));
  withCommonOptions(command.command("undo"))
    .description("Takes away what an import has made and nobody has changed since.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./blog/imports.ts")).undoImport(io, id, options));
}

/** Adds `seed`. */
export function addSeed(program: Command, io: Io): void {
  withCommonOptions(program.command("seed"))
    .summary("make content up, for tests of load")
    .description(
      "Makes published posts, active members and items up, for tests of load. Another time makes more of them.",
    )
    .option("--posts <number>", "posts of 2 kB", seedArgument, 0)
    .option("--members <number>", "members, seed-1@example.com and so on", seedArgument, 0)
    .option("--items <number>", "items of 1 kB in the collection Seed", seedArgument, 0)
    .option("--password <password>", "of all these members (default: one is made and printed)", filledArgument)
    .action(async (options) => (await import("./server/seed.ts")).seedContent(io, options));
}

function seedArgument(text: string): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= 10_000_000)) throw new InvalidArgumentError("It is a number from 0 to 10000000.");
  return count;
}

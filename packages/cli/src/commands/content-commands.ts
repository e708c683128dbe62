import { type Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, limitArgument, withCommonOptions } from "./program-options.ts";

/** Adds `export`. */
export function addExport(program: Command, io: Io): void {
  withCommonOptions(program.command("export"))
    .summary("write the blog into a folder")
    .description(
      "Writes the blog as JSON lines, which Porchlight can import without loss, and as Markdown, with its images.",
    )
    .argument("<folder>", "a new or empty folder")
    .addOption(new Option("--format <format>", "what to write").choices(["all", "jsonl", "markdown"]).default("all"))
    .action(async (folder, options) => (await import("./blog/export.ts")).exportContent(io, folder, options));
}

/** Adds `import`. */
export function addImport(program: Command, io: Io): void {
  const command = withCommonOptions(program.command("import"))
    .summary("import posts from a folder, a file or a URL")
    .description(
      "Imports posts, categories, tags and legacy paths from a folder of Markdown, an export of WordPress or Ghost, or a feed. " +
        "A repeated import changes only what has changed; an interrupted one continues where it stopped.",
    )
    // Subcommands have their own options.
    .enablePositionalOptions()
    .argument("<source>", "folder, file or URL; write ./list for a folder with the name of a command")
    .addOption(
      new Option("--format <format>", "what it is")
        .choices(["auto", "markdown", "wxr", "ghost", "rss"])
        .default("auto"),
    )
    .option("--pages", "import pages as posts, too")
    .option("--uploads <folder>", "folder of the blog's images (default: they are fetched)", filledArgument)
    .option("--blog <name>", "name of the blog (default: its address)", filledArgument)
    .option("--dry-run", "read everything, change nothing")
    .action(async (source, options) => (await import("./blog/import.ts")).importContent(io, source, options));
  withCommonOptions(command.command("list"))
    .description("Lists the imports, latest first.")
    .option("--limit <number>", "maximum number, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./blog/imports.ts")).listImports(io, options));
  withCommonOptions(command.command("show"))
    .description("Prints the progress of an import, and everything that it could not carry over.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./blog/imports.ts")).showImport(io, id, options));
  withCommonOptions(command.command("resume"))
    .description("Continues an import that was interrupted or failed.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./blog/import.ts")).resumeImport(io, id, options));
  withCommonOptions(command.command("undo"))
    .description("Removes what an import created, except what was changed since.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./blog/imports.ts")).undoImport(io, id, options));
}

/** Adds `seed`. */
export function addSeed(program: Command, io: Io): void {
  withCommonOptions(program.command("seed"))
    .summary("create content for load tests")
    .description("Creates published posts, active members and items for load tests. Repeating it adds more.")
    .option("--posts <number>", "posts of 2 kB", seedArgument, 0)
    .option("--members <number>", "members, seed-1@example.com and so on", seedArgument, 0)
    .option("--items <number>", "items of 1 kB in the collection Seed", seedArgument, 0)
    .option("--password <password>", "of all these members (default: generated and printed)", filledArgument)
    .action(async (options) => (await import("./server/seed.ts")).seedContent(io, options));
}

function seedArgument(text: string): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= 10_000_000)) throw new InvalidArgumentError("It is a number from 0 to 10000000.");
  return count;
}

import { type Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, limitArgument, withCommonOptions, withInstallationOptions } from "./program-options.ts";

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

function maxPagesArgument(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a number from 1 to 999999.");
  return Number(text);
}

function rateArgument(text: string): number {
  const rate = Number(text);
  if (!(rate >= 0.01 && rate <= 50)) throw new InvalidArgumentError("It must be a number from 0.01 to 50.");
  return rate;
}

/** Adds `import`. */
export function addImport(program: Command, io: Io): void {
  const command = withCommonOptions(program.command("import"))
    .summary("import posts from a folder, a file or a URL")
    .description(
      "Imports posts, categories, tags and legacy paths from a folder of Markdown, an export of WordPress or Ghost, a feed, or a website. " +
        "A repeated import changes only what has changed; an interrupted one continues where it stopped.",
    )
    // Subcommands have their own options.
    .enablePositionalOptions()
    .argument("<source>", "folder, file or URL; write ./list for a folder with the name of a command")
    .addOption(
      new Option("--format <format>", "what it is")
        .choices(["auto", "markdown", "wxr", "ghost", "rss", "site"])
        .default("auto"),
    )
    .option("--pages", "import pages as pages of the site (default)")
    .option("--no-pages", "leave pages out")
    .option("--uploads <folder>", "folder of the blog's images (default: they are fetched)", filledArgument)
    .option("--blog <name>", "name of the blog (default: its address)", filledArgument)
    .option("--max-pages <number>", "website: maximum number of requests (default: 2000)", maxPagesArgument)
    .option("--rate <number>", "website: requests per second, 0.01 to 50 (default: 1)", rateArgument)
    .option("--overwrite", "also change posts and pages that were edited on this site since their import")
    .option("--settings", "apply the source's name, tagline, language, color, logo, and icon")
    .option("--yes", "import a website without asking for confirmation")
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

/** Adds `post`. */
export function addPost(program: Command, io: Io): void {
  const post = program.command("post").description("Posts from Markdown files.");
  const withFile = (command: Command) =>
    withCommonOptions(command)
      .argument("<file>", "Markdown with front matter, or with its title as the first heading", filledArgument)
      .option("--cover <file>", "image of the cover (default: the one in the front matter)", filledArgument);
  withFile(post.command("create"))
    .description("Creates a draft, with the images that the file names.")
    .action(async (file, options) => (await import("./blog/post.ts")).createPost(io, file, options));
  withFile(post.command("publish"))
    .description("Publishes a post, or publishes the changes of the file if it exists.")
    .option("--at <time>", "publish it then: 2030-01-31T18:00 in the site's time zone", timeArgument)
    .option("--newsletter", "send the post to subscribers by email when it is published (once per post)")
    .action(async (file, options) => (await import("./blog/post.ts")).publishPost(io, file, options));
}

function timeArgument(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text);
  if (!isTime || Number.isNaN(Date.parse(text))) throw new InvalidArgumentError("Write 2030-01-31T18:00.");
  return text;
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

function timestampArgument(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (text !== "latest" && (!isTime || Number.isNaN(Date.parse(text))))
    throw new InvalidArgumentError("Write a time with a time zone, such as 2030-01-31T18:00Z, or latest.");
  return text;
}

const encryptHelp = "fail unless BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE is set, which encrypts all backups";

/** Adds `backup` and `restore`. */
export function addBackup(program: Command, io: Io): void {
  const backup = withInstallationOptions(program.command("backup"))
    .summary("write a backup to a file")
    .description("Writes a backup of the database, images and files to a new file, while the server may run.")
    // Subcommands have their own options.
    .enablePositionalOptions()
    .argument("<file>", "file to create; write ./list for a file with the name of a command", filledArgument)
    .option("--encrypt", encryptHelp)
    .option("--site <site>", "only this site: URL, host, id or name (default: all sites)", filledArgument)
    .action(async (file, options) => (await import("./server/backup.ts")).writeBackup(io, file, options));
  withInstallationOptions(backup.command("create"))
    .description("Writes a backup to the folder of backups, which the console lists.")
    .option("--encrypt", encryptHelp)
    .action(async (options) => (await import("./server/backup.ts")).createBackup(io, options));
  withInstallationOptions(backup.command("list"))
    .description("Lists the backups in the folder, newest first.")
    .action(async (options) => (await import("./server/backup.ts")).listBackups(io, options));
  withInstallationOptions(backup.command("base"))
    .description("Adds a base backup of the embedded database to WAL_ARCHIVE_DIR, and deletes old ones.")
    .action(async (options) => (await import("./server/archive.ts")).createBase(io, options));
  withInstallationOptions(backup.command("verify"))
    .description("Restores a backup into a temporary folder, checks it, and deletes the folder. Changes nothing else.")
    .argument("<file>", "a backup", filledArgument)
    .action(async (file, options) => (await import("./server/backup.ts")).verifyBackup(io, file, options));
  withInstallationOptions(program.command("restore"))
    .summary("restore a backup into a new installation")
    .description("Restores a backup into a data folder without a database, or into the empty database of DATABASE_URL.")
    .argument("<file>", "a backup; with --at, the folder of WAL_ARCHIVE_DIR", filledArgument)
    .option(
      "--at <time>",
      "restore the embedded database as of this time: 2030-01-31T18:00Z, or latest",
      timestampArgument,
    )
    .addOption(
      new Option("--site <host>", "add a site of the backup to this installation, at this host or URL")
        .argParser(filledArgument)
        .conflicts("at"),
    )
    .action(async (file, { at, site, ...options }) => {
      if (site !== undefined) return (await import("./server/backup.ts")).restoreSite(io, file, site, options);
      return at === undefined
        ? (await import("./server/backup.ts")).restoreBackup(io, file, options)
        : (await import("./server/archive.ts")).restoreArchive(io, file, at, options);
    });
}

import { dataHooks } from "@porchlight/contract/data/hooks/data-hook";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withCommonOptions } from "./program-options.ts";

/** Adds the commands of collections. */
export function addCollection(program: Command, io: Io): void {
  const collection = program.command("collection").description("Data collections: fields, permissions and indexes.");
  addDefinitions(collection, io);
  addTransfers(collection, io);
  addIndexes(collection, io);
}

function addDefinitions(collection: Command, io: Io): void {
  withCommonOptions(collection.command("create"))
    .description("Creates a collection from a definition in JSON.")
    .argument("<file>", "file with the definition; - reads standard input")
    .action(async (file, options) => (await import("./collections/collection.ts")).createCollection(io, file, options));
  withCommonOptions(collection.command("list"))
    .description("Lists the collections.")
    .action(async (options) => (await import("./collections/collection.ts")).listCollections(io, options));
  withCommonOptions(collection.command("show"))
    .description("Prints a collection's definition; with --json one that create takes.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./collections/collection.ts")).showCollection(io, id, options));
  withCommonOptions(collection.command("remove"))
    .description("Deletes a collection and all its items.")
    .argument("<id>", "id from the list")
    .option("--yes", "confirm; without it the command only prints what would be lost")
    .action(async (id, options) => (await import("./collections/collection.ts")).removeCollection(io, id, options));
  withCommonOptions(collection.command("restore"))
    .description("Restores a collection that was deleted in the last 30 days.")
    .argument("<id>", "id of the collection")
    .action(async (id, options) => (await import("./collections/collection.ts")).restoreCollection(io, id, options));
}

/** Adds the commands that import and export items. */
function addTransfers(collection: Command, io: Io): void {
  const kinds = ["csv", "json"];
  withCommonOptions(collection.command("import"))
    .summary("import items from a file")
    .description(
      "Imports items from CSV or JSON, typed by the collection's fields. An interrupted import continues where it stopped.",
    )
    .argument("<id>", "id of the collection")
    .argument("<file>", "CSV with a header, or JSON as a list or on lines")
    .addOption(new Option("--format <format>", "format of the file (default: detected)").choices(kinds))
    .addOption(
      new Option("--mode <mode>", "rows with an existing _id: reject them, replace the items, or skip them")
        .choices(["insert", "update", "skip"])
        .default("insert"),
    )
    .option(
      "--map <name=field>",
      "maps a column of the file to a field; nothing after = skips it; repeatable",
      mapArgument,
    )
    .addOption(
      new Option("--separator <sign>", "separator of cells (default: detected)").choices([",", ";", "tab", "|"]),
    )
    .option("--dry-run", "check the rows and write nothing")
    .option("--again", "import a file without _id again, which duplicates its rows")
    .option("--suppress-hooks", "do not call the collection's hooks")
    .action(async (id, file, options) =>
      (await import("./collections/collection-files.ts")).importItems(io, id, file, options),
    );
  withCommonOptions(collection.command("export"))
    .summary("export items to a file")
    .description("Writes a consistent snapshot of the items.")
    .argument("<id>", "id of the collection")
    .argument("<file>", "a new file")
    .addOption(new Option("--format <format>", "what to write (default: by the file's name, else json)").choices(kinds))
    .option("--field <key...>", "only these, in this order")
    .option("--suppress-hooks", "do not call the collection's hooks")
    .action(async (id, file, options) =>
      (await import("./collections/collection-files.ts")).exportItems(io, id, file, options),
    );
}

function mapArgument(text: string, former: Record<string, string | null> = {}): Record<string, string | null> {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new InvalidArgumentError("It is a column of the file, = and a field, like Titel=title.");
  return { ...former, [text.slice(0, at)]: text.slice(at + 1) || null };
}

/** Adds the commands of data hooks. */
export function addHook(program: Command, io: Io): void {
  const hook = program.command("hook").description("Webhooks before and after operations on items.");
  withCommonOptions(hook.command("create"))
    .description("Creates a hook and prints its signing secret, which is shown only once.")
    .requiredOption("--collection <id>", "id of the collection", filledArgument)
    .requiredOption("--url <url>", "https URL of the hook", filledArgument)
    .addOption(new Option("--hook <name...>", "when").choices(dataHooks).makeOptionMandatory())
    .action(async (options) => (await import("./collections/hook.ts")).createHook(io, options));
  withCommonOptions(hook.command("list"))
    .description("Lists the hooks without their secrets.")
    .option("--collection <id>", "only those of this collection", filledArgument)
    .action(async (options) => (await import("./collections/hook.ts")).listHooks(io, options));
  withCommonOptions(hook.command("remove"))
    .description("Removes a hook.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./collections/hook.ts")).removeHook(io, id, options));
}

/** Adds `codegen`, the only command that needs no database. */
export function addCodegen(program: Command, io: Io): void {
  program
    .command("codegen")
    .summary("write types of the collections of a running server")
    .description("Writes a TypeScript module with the types of a running server's collections.")
    .requiredOption("--url <address>", "of the server, like http://localhost:4000", filledArgument)
    .option("--key <key>", "API key with the role read or higher (default: PORCHLIGHT_KEY)", filledArgument)
    .option("--out <file>", "the module", filledArgument, "src/collections.ts")
    .option("--check", "write nothing; exit with 1 if the module is out of date")
    .option("--json", "print one JSON object")
    .allowExcessArguments(false)
    .action(async (options) => (await import("./collections/codegen.ts")).codegen(io, options));
}

/** Adds `migrate-sdk`, which only reads and writes source files. */
export function addMigrateSdk(program: Command, io: Io): void {
  program
    .command("migrate-sdk")
    .summary("rewrite the source of a site from the platform's SDK to this client")
    .description(
      "Rewrites the imports and createClient calls of a site's source, and lists what remains to be changed manually.",
    )
    .argument("<folder>", "folder of the source", filledArgument)
    .option("--host <address>", "host of the clients", filledArgument, "http://localhost:4000")
    .option("--dry-run", "write nothing; only print what would change")
    .option("--json", "print one JSON object")
    .allowExcessArguments(false)
    .action(async (folder, options) => (await import("./collections/migrate-sdk.ts")).migrateSdk(io, folder, options));
}

/** Adds the commands of indexes. */
function addIndexes(collection: Command, io: Io): void {
  const index = collection
    .command("index")
    .description("Indexes on fields, which keep queries of large collections fast.");
  withCommonOptions(index.command("add"))
    .description(
      "Builds an index on one to three fields without blocking reads and writes, and waits until it is active.",
    )
    .argument("<collection>", "id of the collection", filledArgument)
    .argument("<field...>", "keys of fields, like shelf or address.city; title:desc is sorted downwards")
    .action(async (id, fields, options) =>
      (await import("./collections/data-index.ts")).addIndex(io, id, fields, options),
    );
  withCommonOptions(index.command("list"))
    .description("Lists the indexes of a collection and their status.")
    .argument("<collection>", "id of the collection", filledArgument)
    .action(async (id, options) => (await import("./collections/data-index.ts")).listIndexes(io, id, options));
  withCommonOptions(index.command("remove"))
    .description("Removes an index.")
    .argument("<collection>", "id of the collection", filledArgument)
    .argument("<name>", "name of the index from the list", filledArgument)
    .action(async (id, name, options) =>
      (await import("./collections/data-index.ts")).removeIndex(io, id, name, options),
    );
}

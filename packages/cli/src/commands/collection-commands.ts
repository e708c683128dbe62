import { dataHooks } from "@porchlight/contract/data/hooks/data-hook";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withCommonOptions } from "./program-options.ts";

/** Adds the commands of collections. */
export function addCollection(program: Command, io: Io): void {
  const collection = program.command("collection").description("Data collections: what items they hold, and who may.");
  addDefinitions(collection, io);
  addTransfers(collection, io);
  addIndexes(collection, io);
}

function addDefinitions(collection: Command, io: Io): void {
  withCommonOptions(collection.command("create"))
    .description("Makes a collection from a definition in JSON.")
    .argument("<file>", "file with the definition; - reads standard input")
    .action(async (file, options) => (await import("./collections/collection.ts")).createCollection(io, file, options));
  withCommonOptions(collection.command("list"))
    .description("Lists the collections.")
    .action(async (options) => (await import("./collections/collection.ts")).listCollections(io, options));
  withCommonOptions(collection.command("show"))
    .description("Prints a collection's definition; with --json one that create takes.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./collections/collection.ts")).showCollection(io, id, options));
  withCommonOptions(collection.command("remove"))
    .description("Deletes a collection and all its items.")
    .argument("<id>", "as the list has it")
    .option("--yes", "do it; without this it only says what would be lost")
    .action(async (id, options) => (await import("./collections/collection.ts")).removeCollection(io, id, options));
  withCommonOptions(collection.command("restore"))
    .description("Brings a collection back that was deleted in the last 30 days.")
    .argument("<id>", "its id")
    .action(async (id, options) => (await import("./collections/collection.ts")).restoreCollection(io, id, options));
}

/** Adds the commands that import and export items. */
function addTransfers(collection: Command, io: Io): void {
  const kinds = ["csv", "json"];
  withCommonOptions(collection.command("import"))
    .summary("import items from a file")
    .description(
      "Imports items from CSV or JSON, typed by the collection's fields. One that was cut off goes on where it was.",
    )
    .argument("<id>", "of the collection")
    .argument("<file>", "CSV with a header, or JSON as a list or on lines")
    .addOption(new Option("--format <format>", "what it is (default: found out by looking)").choices(kinds))
    .addOption(
      new Option("--mode <mode>", "rows whose _id is there: refuse them, replace the items, or pass over them")
        .choices(["insert", "update", "skip"])
        .default("insert"),
    )
    .option(
      "--map <name=field>",
      "a field by its name in the file; with nothing behind = it is left out; may come again",
      mapArgument,
    )
    .addOption(
      new Option("--separator <sign>", "between cells (default: found out by looking)").choices([",", ";", "tab", "|"]),
    )
    .option("--again", "take a file once more whose rows have no _id: they are there twice then")
    .option("--suppress-hooks", "leave the collection's hooks out")
    .action(async (id, file, options) =>
      (await import("./collections/collection-files.ts")).importItems(io, id, file, options),
    );
  withCommonOptions(collection.command("export"))
    .summary("export items to a file")
    .description("Writes the items as they are at one moment.")
    .argument("<id>", "of the collection")
    .argument("<file>", "a new file")
    .addOption(new Option("--format <format>", "what to write (default: by the file's name, else json)").choices(kinds))
    .option("--field <key...>", "only these, in this order")
    .option("--suppress-hooks", "leave the collection's hooks out")
    .action(async (id, file, options) =>
      (await import("./collections/collection-files.ts")).exportItems(io, id, file, options),
    );
}

function mapArgument(text: string, former: Record<string, string | null> = {}): Record<string, string | null> {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new InvalidArgumentError("It is a name of the file, = and a field, like Titel=title.");
  return { ...former, [text.slice(0, at)]: text.slice(at + 1) || null };
}

/** Adds the commands of data hooks. */
export function addHook(program: Command, io: Io): void {
  const hook = program.command("hook").description("Addresses that are called around what is done with items.");
  withCommonOptions(hook.command("create"))
    .description("Has an address called, and prints what its calls are signed with, this once.")
    .requiredOption("--collection <id>", "whose items it is about", filledArgument)
    .requiredOption("--url <url>", "what is called: https", filledArgument)
    .addOption(new Option("--hook <name...>", "when").choices(dataHooks).makeOptionMandatory())
    .action(async (options) => (await import("./collections/hook.ts")).createHook(io, options));
  withCommonOptions(hook.command("list"))
    .description("Lists them, without their secrets.")
    .option("--collection <id>", "only those of this collection", filledArgument)
    .action(async (options) => (await import("./collections/hook.ts")).listHooks(io, options));
  withCommonOptions(hook.command("remove"))
    .description("Has an address called no more.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./collections/hook.ts")).removeHook(io, id, options));
}

/** Adds `codegen`, the only command that needs no database. */
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

/** Adds the commands of indexes. */
function addIndexes(collection: Command, io: Io): void {
  const index = collection
    .command("index")
    .description("Indexes on fields of a collection, so that large ones stay quick.");
  withCommonOptions(index.command("add"))
    .description("Builds an index on one to three fields, beside readers and writers, and waits until it serves.")
    .argument("<collection>", "id of the collection", filledArgument)
    .argument("<field...>", "keys of fields, like shelf or address.city; title:desc is sorted downwards")
    .action(async (id, fields, options) =>
      (await import("./collections/data-index.ts")).addIndex(io, id, fields, options),
    );
  withCommonOptions(index.command("list"))
    .description("Lists the indexes of a collection, and how they fare.")
    .argument("<collection>", "id of the collection", filledArgument)
    .action(async (id, options) => (await import("./collections/data-index.ts")).listIndexes(io, id, options));
  withCommonOptions(index.command("remove"))
    .description("Removes an index. Queries do without it.")
    .argument("<collection>", "id of the collection", filledArgument)
    .argument("<name>", "name of the index, as the list has it", filledArgument)
    .action(async (id, name, options) =>
      (await import("./collections/data-index.ts")).removeIndex(io, id, name, options),
    );
}

import type { Command } from "commander";
import { addIndexes } from "./data-program.ts";
import type { Io } from "./io.ts";
import { withCommonOptions } from "./program-options.ts";

/** Data collections; each part of what is done with them adds its own commands. */
export function addCollection(program: Command, io: Io): void {
  const collection = program.command("collection").description("Data collections: what items they hold, and who may.");
  addDefinitions(collection, io);
  addIndexes(collection, io);
}

function addDefinitions(collection: Command, io: Io): void {
  withCommonOptions(collection.command("create"))
    .description("Makes a collection from a definition in JSON.")
    .argument("<file>", "file with the definition; - reads standard input")
    .action(async (file, options) => (await import("./commands/collection.ts")).createCollection(io, file, options));
  withCommonOptions(collection.command("list"))
    .description("Lists the collections.")
    .action(async (options) => (await import("./commands/collection.ts")).listCollections(io, options));
  withCommonOptions(collection.command("show"))
    .description("Prints a collection's definition; with --json one that create takes.")
    .argument("<id>", "as the list has it")
    .action(async (id, options) => (await import("./commands/collection.ts")).showCollection(io, id, options));
  withCommonOptions(collection.command("remove"))
    .description("Deletes a collection and all its items, for good.")
    .argument("<id>", "as the list has it")
    .option("--yes", "do it; without this it only says what would be lost")
    .action(async (id, options) => (await import("./commands/collection.ts")).removeCollection(io, id, options));
}

import type { Command } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withCommonOptions } from "./program-options.ts";

/** Indexes of collections. */
export function addIndexes(collection: Command, io: Io): void {
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

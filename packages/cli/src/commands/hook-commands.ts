import { dataHooks } from "@porchlight/contract/data/hooks/data-hook";
import { type Command, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withCommonOptions } from "./program-options.ts";

/** Addresses that are called around what is done with items. */
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

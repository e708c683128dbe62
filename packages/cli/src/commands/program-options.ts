import { type Command, InvalidArgumentError } from "commander";

/** Adds the options of commands on a site. */
export function withCommonOptions(command: Command): Command {
  return withInstallationOptions(command).option(
    "--site <site>",
    "URL, host, id or name of the site, if there are several (default: the main site)",
    filledArgument,
  );
}

/** Adds the options of commands on the whole installation. */
export function withInstallationOptions(command: Command): Command {
  return command
    .option("--data-dir <folder>", "folder of the embedded database (default: DATA_DIR, else data)", filledArgument)
    .option("--json", "print one JSON object")
    .allowExcessArguments(false);
}

export function limitArgument(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 10_000) throw new InvalidArgumentError("It is a number from 1 to 10000.");
  return limit;
}

/** Rejects the empty value of `"$UNSET"`. */
export function filledArgument(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}

import { type Command, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { limitArgument, withCommonOptions } from "./program-options.ts";

/** Adds the commands of forms. */
export function addForm(program: Command, io: Io): void {
  const form = program.command("form").description("Forms: what visitors and members can submit.");
  withCommonOptions(form.command("create"))
    .description("Creates a form from a definition in JSON and prints its id.")
    .argument("<file>", "file with the definition; - reads standard input")
    .action(async (file, options) => (await import("./forms/form.ts")).createForm(io, file, options));
  withCommonOptions(form.command("list"))
    .description("Lists the forms.")
    .action(async (options) => (await import("./forms/form.ts")).listForms(io, options));
  withCommonOptions(form.command("show"))
    .description("Prints a form's fields; with --json its definition, which create takes.")
    .argument("<id>", "id from the list")
    .action(async (id, options) => (await import("./forms/form.ts")).showForm(io, id, options));
  withCommonOptions(form.command("remove"))
    .description("Moves a form to the trash bin, which is emptied after 30 days.")
    .argument("<id>", "id from the list")
    .option("--yes", "confirm; without it the command only prints what would be lost")
    .action(async (id, options) => (await import("./forms/form.ts")).removeForm(io, id, options));
}

/** Adds the commands of submissions. */
export function addSubmission(program: Command, io: Io): void {
  const submission = program.command("submission").description("Submissions of forms.");
  withCommonOptions(submission.command("list"))
    .description("Lists the newest submissions of a form.")
    .argument("<form>", "id of the form")
    .option("--limit <count>", "at most this many", limitArgument, 20)
    .action(async (form, options) => (await import("./forms/submission.ts")).listSubmissions(io, form, options));
  withCommonOptions(submission.command("export"))
    .summary("export the submissions of a form to a file")
    .description("Writes all submissions of a form, as CSV or as one JSON object per line.")
    .argument("<form>", "id of the form")
    .argument("<file>", "a new file")
    .addOption(
      new Option("--format <format>", "what to write (default: by the file's name, else csv)").choices(["csv", "json"]),
    )
    .action(async (form, file, options) =>
      (await import("./forms/submission.ts")).exportSubmissions(io, form, file, options),
    );
}

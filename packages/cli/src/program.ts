import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addApp, addKey, addSigningKey, addUser } from "./commands/access-commands.ts";
import { addCodegen, addCollection, addHook, addMigrateSdk } from "./commands/collection-commands.ts";
import { addBackup, addExport, addImport, addPost, addSeed } from "./commands/content-commands.ts";
import { addForm, addSubmission } from "./commands/form-commands.ts";
import {
  filledArgument,
  limitArgument,
  withCommonOptions,
  withInstallationOptions,
} from "./commands/program-options.ts";
import { addSite } from "./commands/site-commands.ts";
import { parseHost, parsePort } from "./runtime/environment.ts";
import type { Io } from "./runtime/io.ts";

/** The commands and their options. Implementations are loaded on demand, so that help is fast. */
export function createProgram(io: Io): Command {
  const program = new Command("porchlight")
    .description("Sign-in and content for member sites: runs the server and administers it.")
    .version(manifest.version)
    .showSuggestionAfterError()
    // Otherwise options of `import list` would be options of `import`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: () => undefined });
  addStart(program, io);
  addMigrate(program, io);
  addSite(program, io);
  addBackup(program, io);
  addImport(program, io);
  addExport(program, io);
  addPost(program, io);
  addSeed(program, io);
  addApp(program, io);
  addKey(program, io);
  addSigningKey(program, io);
  addUser(program, io);
  addMember(program, io);
  addWebhook(program, io);
  addJob(program, io);
  addCollection(program, io);
  addHook(program, io);
  addCodegen(program, io);
  addForm(program, io);
  addSubmission(program, io);
  addMigrateSdk(program, io);
  addSetting(program, io);
  addText(program, io);
  addMailTemplate(program, io);
  addAudit(program, io);
  addDoctor(program, io);
  refuseMissingSubcommands(program);
  return program;
}

function addStart(program: Command, io: Io): void {
  withInstallationOptions(program.command("start"))
    .summary("serve the site and the API")
    .description("Serves the site and the API until Ctrl-C or SIGTERM.")
    .option("--port <port>", "port to listen on; 0 selects a free one (default: PORT, else 4000)", portArgument)
    .option("--host <host>", "address to listen on (default: HOST, else 127.0.0.1)", hostArgument)
    .option("--demo", "fill an empty site with demo content")
    .option("--site <module>", 'a module that exports fetch(request, { api }), or "none"', filledArgument)
    .action(async (options) => (await import("./commands/server/start.ts")).start(io, options));
}

function addMigrate(program: Command, io: Io): void {
  withInstallationOptions(program.command("migrate"))
    .summary("migrate the database to this version")
    .description("Migrates the database to this version in one transaction. Rejects a newer one.")
    .option("--plan", "list the pending migrations and what they lock; change nothing")
    .action(async (options) => (await import("./commands/server/migrate.ts")).migrate(io, options));
}

function addMember(program: Command, io: Io): void {
  const member = program.command("member").description("Members of the site.");
  withCommonOptions(member.command("create"))
    .description("Creates a member with a verified email address.")
    .requiredOption("--email <email>", "email address to sign in with")
    .requiredOption("--password <password>", "password to sign in with")
    .addOption(new Option("--status <status>", "initial status").choices(["ACTIVE", "PENDING"]).default("ACTIVE"))
    .action(async (options) => (await import("./commands/access/member.ts")).createMember(io, options));
  withCommonOptions(member.command("invite"))
    .description("Creates an account and emails a link to set the password.")
    .requiredOption("--email <email>", "email address of the invitation")
    .option("--first-name <name>", "first name")
    .option("--last-name <name>", "last name")
    .option("--language <tag>", "language of the email, such as de")
    .option("--client-id <id>", "app to sign in to; required without a member site")
    .action(async (options) => (await import("./commands/access/member.ts")).inviteMember(io, options));
  withCommonOptions(member.command("list"))
    .description("Lists the members, newest first.")
    .addOption(
      new Option("--status <status>", "only these").choices(["ACTIVE", "PENDING", "BLOCKED", "OFFLINE", "DELETED"]),
    )
    .option("--search <text>", "only those with this text in a name, the email, or the slug", filledArgument)
    .action(async (options) => (await import("./commands/access/member.ts")).listMembers(io, options));
  withCommonOptions(member.command("show"))
    .description("Prints a member with all fields.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).showMember(io, id, options));
  withCommonOptions(member.command("export"))
    .description("Writes all members to a CSV file.")
    .argument("<file>", "file to create", filledArgument)
    .action(async (file, options) => (await import("./commands/access/member.ts")).exportMembers(io, file, options));
  withCommonOptions(member.command("approve"))
    .description("Approves a pending member.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).approveMember(io, id, options));
  withCommonOptions(member.command("reject"))
    .description("Rejects a pending member.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).rejectMember(io, id, options));
  withCommonOptions(member.command("reset-second-steps"))
    .description("Removes the second factors of a member who has lost access to them.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).resetSecondSteps(io, id, options));
  withCommonOptions(member.command("block"))
    .description("Blocks a member and ends their sessions.")
    .argument("<member>", "id or email address")
    .option("--offline", "set the status OFFLINE instead of BLOCKED: a member without access")
    .action(async (id, options) => (await import("./commands/access/member.ts")).blockMember(io, id, options));
  withCommonOptions(member.command("unblock"))
    .description("Unblocks a member who is blocked or offline.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).unblockMember(io, id, options));
  withCommonOptions(member.command("delete"))
    .alias("remove")
    .description("Permanently deletes the data of a member. Their posts stay, without their name.")
    .argument("<member>", "id or email address")
    .action(async (id, options) => (await import("./commands/access/member.ts")).deleteMember(io, id, options));
}

function addWebhook(program: Command, io: Io): void {
  const webhook = program.command("webhook").description("Webhooks, which notify apps of events.");
  withCommonOptions(webhook.command("create"))
    .description("Creates a webhook for new events, and prints the public key of its signatures.")
    .requiredOption("--app <id>", "client id of the app", filledArgument)
    .requiredOption("--url <url>", "https URL that receives events", filledArgument)
    .requiredOption("--event <event...>", "like post_created, or all")
    .action(async (options) => (await import("./commands/site/webhook.ts")).createWebhook(io, options));
  withCommonOptions(webhook.command("list"))
    .description("Lists the webhooks, their state, and the number of waiting events.")
    .action(async (options) => (await import("./commands/site/webhook.ts")).listWebhooks(io, options));
  withCommonOptions(webhook.command("remove"))
    .description("Removes a webhook and its waiting deliveries.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).removeWebhook(io, id, options));
  withCommonOptions(webhook.command("pause"))
    .description("Pauses the deliveries of a webhook.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).pauseWebhook(io, id, options));
  withCommonOptions(webhook.command("resume"))
    .description("Resumes a paused webhook, starting with the waiting deliveries.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).resumeWebhook(io, id, options));
  withCommonOptions(webhook.command("replay"))
    .description("Sends failed deliveries again, or all since a time.")
    .argument("<id>", "id of the webhook")
    .option("--since <time>", "a date like 2030-01-31, a time, or a duration like 12h or 7d", filledArgument)
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).replayWebhook(io, id, options));
  withCommonOptions(webhook.command("deliveries"))
    .description("Lists deliveries, latest event first. They are retained for 30 days.")
    .option("--webhook <id>", "only to this webhook", filledArgument)
    .addOption(new Option("--status <status>", "only these").choices(["WAITING", "DELIVERED", "PARKED"]))
    .option("--limit <number>", "maximum number, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./commands/site/webhook.ts")).listDeliveries(io, options));
  withCommonOptions(webhook.command("delivery"))
    .description("Prints a delivery with its payload and responses.")
    .argument("<id>", "id of the delivery")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).showDelivery(io, id, options));
  withCommonOptions(webhook.command("redeliver"))
    .description("Sends a delivery again, regardless of its status.")
    .argument("<id>", "id of the delivery")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).redeliver(io, id, options));
  withCommonOptions(webhook.command("public-key"))
    .description("Prints the public keys of signatures: the current one and, if it exists, the next one.")
    .action(async (options) => (await import("./commands/site/webhook.ts")).showPublicKeys(io, options));
  withCommonOptions(webhook.command("rotate-key"))
    .description("Creates the next signing key, which signs after a day.")
    .option("--now", "for a leaked key: the new one signs immediately, and receivers need it now")
    .action(async (options) => (await import("./commands/site/webhook.ts")).rotateKey(io, options));
}

/** Copies of the server's lists: loading the server would slow down `--help`. */
const jobKinds = [
  "mail",
  "newsletter-mail",
  "message",
  "image-removal",
  "bulk-change",
  "member-change",
  "import-export",
  "index-build",
  "newsletter",
  "backup",
  "cleanup",
];
const jobStates = ["waiting", "running", "failed", "completed", "cancelled"];

function addJob(program: Command, io: Io): void {
  const job = program.command("job").description("Background jobs: emails, messages, imports, bulk changes, cleanup.");
  withCommonOptions(job.command("list"))
    .description("Lists the jobs, newest first. Failed jobs have used all their attempts.")
    .addOption(new Option("--kind <kind>", "only jobs of this kind").choices(jobKinds))
    .addOption(new Option("--state <state>", "only jobs in this state").choices(jobStates))
    .option("--limit <number>", "maximum number, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./commands/server/job.ts")).listJobs(io, options));
  withCommonOptions(job.command("show"))
    .description("Prints a job with its attempts and last error.")
    .argument("<id>", "id of the job, or of its import, export or bulk change")
    .action(async (id, options) => (await import("./commands/server/job.ts")).showJob(io, id, options));
  withCommonOptions(job.command("retry"))
    .description("Runs a failed job again, or a waiting one now.")
    .argument("[id]", "id of the job, or of its import, export or bulk change")
    .option("--all", "all failed jobs")
    .addOption(new Option("--kind <kind>", "with --all, only jobs of this kind").choices(jobKinds))
    .action(async (id, options) => (await import("./commands/server/job.ts")).retryJob(io, id, options));
  withCommonOptions(job.command("cancel"))
    .description("Cancels a waiting or running job. Its completed changes stay.")
    .argument("<id>", "id of the job, or of its import, export or bulk change")
    .action(async (id, options) => (await import("./commands/server/job.ts")).cancelJob(io, id, options));
}

function addSetting(program: Command, io: Io): void {
  const setting = program.command("setting").description("Settings of the site.");
  withCommonOptions(setting.command("list"))
    .description("Prints all settings and their values.")
    .action(async (options) => (await import("./commands/site/setting.ts")).getSetting(io, undefined, options));
  withCommonOptions(setting.command("get"))
    .description("Prints one setting, or all of them.")
    .argument("[name]", "name of the setting")
    .action(async (name, options) => (await import("./commands/site/setting.ts")).getSetting(io, name, options));
  withCommonOptions(setting.command("set"))
    .description("Changes a setting. A running server applies it within a second.")
    .argument("<name>", "name of the setting")
    .argument("<value>", "the new value; for a logo, the path of a PNG, JPEG or WebP file")
    .action(async (name, value, options) =>
      (await import("./commands/site/setting.ts")).setSetting(io, name, value, options),
    );
}

function addText(program: Command, io: Io): void {
  const text = program
    .command("text")
    .description("Texts of the hosted pages. A running server applies changes within a second.");
  withCommonOptions(text.command("list"))
    .description("Prints the texts by their keys; an asterisk marks those that were changed.")
    .option("--language <language>", "en or de", "en")
    .option("--changed", "only those that were changed")
    .action(async (options) => (await import("./commands/site/text.ts")).listSiteTexts(io, options));
  withCommonOptions(text.command("set"))
    .description("Changes a text in one language. Keep placeholders like {site} and tags like <reset>.")
    .argument("<key>", "key from the list")
    .argument("<language>", "en or de")
    .argument("<words>", "the new text")
    .action(async (key, language, words, options) =>
      (await import("./commands/site/text.ts")).setSiteText(io, key, language, words, options),
    );
  withCommonOptions(text.command("reset"))
    .description("Restores the built-in text.")
    .argument("<key>", "key from the list")
    .argument("<language>", "en or de")
    .action(async (key, language, options) =>
      (await import("./commands/site/text.ts")).resetSiteText(io, key, language, options),
    );
}

function addMailTemplate(program: Command, io: Io): void {
  const template = program.command("mail-template").description("Templates of the emails to members.");
  withCommonOptions(template.command("list"))
    .description("Lists the emails, their placeholders, and the languages with custom templates.")
    .action(async (options) => (await import("./commands/site/mail-template.ts")).listTemplates(io, options));
  withTemplateName(withCommonOptions(template.command("show")))
    .description("Prints the template of an email.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).showTemplate(io, kind, options),
    );
  withTemplateName(withCommonOptions(template.command("set")))
    .description("Sets a custom template. The HTML is derived from the text if only one is given, and vice versa.")
    .option("--subject <words>", "subject, one line", filledArgument)
    .option("--text <file>", "file with the plain text; - reads standard input", filledArgument)
    .option("--html <file>", "file with the HTML of the body; - reads standard input", filledArgument)
    .action(async (kind, options) => (await import("./commands/site/mail-template.ts")).setTemplate(io, kind, options));
  withTemplateName(withCommonOptions(template.command("reset")))
    .description("Restores the built-in template of an email.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).resetTemplate(io, kind, options),
    );
  withTemplateName(withCommonOptions(template.command("preview")))
    .description("Prints an email with sample values, and puts it into the development inbox.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).previewTemplate(io, kind, options),
    );
}

function withTemplateName(command: Command): Command {
  return command
    .argument("<mail>", "name of the email, like recovery")
    .option("--language <tag>", "language of the template, such as de (default: the site's)", filledArgument);
}

function addAudit(program: Command, io: Io): void {
  const audit = program.command("audit").description("Audit log of accounts, keys and settings.");
  withCommonOptions(audit.command("list"))
    .description("Lists events, latest first.")
    .option("--member <member>", "id or email address, also of failed sign-ins", filledArgument)
    .option("--event <name>", "only this event, like sign-in-failed", filledArgument)
    .option("--since <time>", "start: a date like 2030-01-31, a time, or a duration like 12h or 7d", filledArgument)
    .option("--limit <number>", "maximum number, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./commands/access/audit.ts")).listAudit(io, options));
}

function addDoctor(program: Command, io: Io): void {
  withInstallationOptions(program.command("doctor"))
    .summary("check configuration, database, mail, keys and versions")
    .description("Checks the installation and prints what to do. Changes nothing. Exits with 1 if there is a problem.")
    .option("--engine", "check only whether the database server supports the features that Porchlight uses")
    .action(async (options) => (await import("./commands/server/doctor.ts")).doctor(io, options));
}

function portArgument(text: string): number {
  const port = parsePort(text);
  if (port === undefined) throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}

function hostArgument(text: string): string {
  const host = parseHost(text);
  if (host === undefined) throw new InvalidArgumentError("It is an address or a host name, like 127.0.0.1 or ::.");
  return host;
}

/**
 * `porchlight` and `porchlight app` without a command are usage errors with their own message; commander would print
 * the help.
 */
function refuseMissingSubcommands(command: Command): void {
  for (const subcommand of command.commands) refuseMissingSubcommands(subcommand);
  if (command.commands.length === 0 || command.registeredArguments.length > 0) return;
  command.allowExcessArguments().allowUnknownOption();
  command.action((_options, self: Command) => {
    const given = self.args.find((word) => !word.startsWith("-"));
    const names = command.commands.map((subcommand) => subcommand.name()).join(", ");
    const message =
      given === undefined
        ? `Which command? There are: ${names}`
        : `There is no command "${given}". There are: ${names}`;
    throw new CommanderError(2, "porchlight.command", message);
  });
}

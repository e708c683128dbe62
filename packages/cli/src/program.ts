import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addCodegen, addCollection, addHook } from "./commands/collection-commands.ts";
import { addExport, addImport, addSeed } from "./commands/content-commands.ts";
import { filledArgument, limitArgument, withCommonOptions } from "./commands/program-options.ts";
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
  addImport(program, io);
  addExport(program, io);
  addSeed(program, io);
  addApp(program, io);
  addKey(program, io);
  addSigningKey(program, io);
  addMember(program, io);
  addWebhook(program, io);
  addCollection(program, io);
  addHook(program, io);
  addCodegen(program, io);
  addSetting(program, io);
  addText(program, io);
  addMailTemplate(program, io);
  addAudit(program, io);
  addDoctor(program, io);
  refuseMissingSubcommands(program);
  return program;
}

function addStart(program: Command, io: Io): void {
  withCommonOptions(program.command("start"))
    .summary("serve the site and the API")
    .description("Serves the site and the API until Ctrl-C or SIGTERM.")
    .option("--port <port>", "where to listen; 0 takes any free port (default: PORT, else 4000)", portArgument)
    .option("--host <host>", "address to listen on (default: HOST, else 127.0.0.1)", hostArgument)
    .option("--demo", "fill an empty site with demo content")
    .option("--site <module>", 'a module that exports fetch(request, { api }), or "none"', filledArgument)
    .action(async (options) => (await import("./commands/server/start.ts")).start(io, options));
}

function addMigrate(program: Command, io: Io): void {
  withCommonOptions(program.command("migrate"))
    .summary("bring the database up to this version")
    .description("Brings the database up to this version, everything or nothing. Refuses a newer one.")
    .action(async (options) => (await import("./commands/server/migrate.ts")).migrate(io, options));
}

function addApp(program: Command, io: Io): void {
  const app = program.command("app").description("OAuth apps: the front ends that may sign members in.");
  withCommonOptions(app.command("create"))
    .description("Registers an app and prints its client id.")
    .requiredOption("--name <name>", "what people see")
    .requiredOption("--redirect-uri <uri...>", "where sign-in may return to, byte for byte")
    .option("--origin <origin...>", "further origins for CORS, frames and addresses after a flow")
    .addOption(
      new Option("--refresh-tokens <kind>", "a new refresh token each time, or always the same")
        .choices(["rotate", "stable"])
        .default("stable"),
    )
    .action(async (options) => (await import("./commands/access/app.ts")).createApp(io, options));
  withCommonOptions(app.command("list"))
    .description("Lists the apps.")
    .action(async (options) => (await import("./commands/access/app.ts")).listApps(io, options));
}

function addKey(program: Command, io: Io): void {
  const key = program.command("key").description("API keys: programs of yours that act without a visitor.");
  withCommonOptions(key.command("create"))
    .description("Makes an API key and prints it, this once.")
    .requiredOption("--name <name>", "what it is for")
    .addOption(
      new Option("--role <role>", "everything, what editors may, or reading")
        .choices(["admin", "editor", "read"])
        .default("read"),
    )
    .action(async (options) => (await import("./commands/access/key.ts")).createKey(io, options));
  withCommonOptions(key.command("list"))
    .description("Lists the API keys, without what makes them keys.")
    .action(async (options) => (await import("./commands/access/key.ts")).listKeys(io, options));
  withCommonOptions(key.command("revoke"))
    .description("Ends an API key.")
    .argument("<id>", "id of the key")
    .action(async (id, options) => (await import("./commands/access/key.ts")).revokeKey(io, id, options));
}

function addSigningKey(program: Command, io: Io): void {
  const key = program.command("signing-key").description("Keys that sign access tokens.");
  withCommonOptions(key.command("list"))
    .description("Lists the keys, and what each of them does now.")
    .action(async (options) => (await import("./commands/access/signing-key.ts")).listSigningKeys(io, options));
  withCommonOptions(key.command("rotate"))
    .description("Makes the next key, which signs in a day. Nobody is signed out.")
    .option("--now", "for a key that somebody else has: it signs at once, and the others no longer count")
    .action(async (options) => (await import("./commands/access/signing-key.ts")).rotateSigningKeys(io, options));
}

function addMember(program: Command, io: Io): void {
  const member = program.command("member").description("Members of the site.");
  withCommonOptions(member.command("create"))
    .description("Creates a member whose e-mail counts as confirmed.")
    .requiredOption("--email <email>", "e-mail to sign in with")
    .requiredOption("--password <password>", "password to sign in with")
    .addOption(new Option("--status <status>", "status to begin with").choices(["ACTIVE", "PENDING"]).default("ACTIVE"))
    .action(async (options) => (await import("./commands/access/member.ts")).createMember(io, options));
  withCommonOptions(member.command("invite"))
    .description("Makes an account for somebody, and mails them a link to their first password.")
    .requiredOption("--email <email>", "where the invitation goes")
    .option("--first-name <name>", "first name")
    .option("--last-name <name>", "last name")
    .option("--language <tag>", "language of the mail, such as de")
    .option("--client-id <id>", "app to sign in to; needed where there is no member site")
    .action(async (options) => (await import("./commands/access/member.ts")).inviteMember(io, options));
  withCommonOptions(member.command("list"))
    .description("Lists the members, newest first.")
    .addOption(
      new Option("--status <status>", "only these").choices(["ACTIVE", "PENDING", "BLOCKED", "OFFLINE", "DELETED"]),
    )
    .action(async (options) => (await import("./commands/access/member.ts")).listMembers(io, options));
  withCommonOptions(member.command("approve"))
    .description("Lets a member in who waits for approval.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/access/member.ts")).approveMember(io, id, options));
  withCommonOptions(member.command("reject"))
    .description("Turns down a member who waits for approval.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/access/member.ts")).rejectMember(io, id, options));
  withCommonOptions(member.command("reset-second-steps"))
    .description("Removes the second steps of a member who can take none of them any more.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/access/member.ts")).resetSecondSteps(io, id, options));
  withCommonOptions(member.command("block"))
    .description("Keeps a member out: they are signed out everywhere at once.")
    .argument("<member>", "id or e-mail")
    .option("--offline", "status OFFLINE instead of BLOCKED: somebody who stays known and has no access")
    .action(async (id, options) => (await import("./commands/access/member.ts")).blockMember(io, id, options));
  withCommonOptions(member.command("unblock"))
    .description("Lets a member in again who is blocked or offline.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/access/member.ts")).unblockMember(io, id, options));
  withCommonOptions(member.command("delete"))
    .description("Removes what is known of a member, for good. Their posts stay, without their name.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/access/member.ts")).deleteMember(io, id, options));
}

function addWebhook(program: Command, io: Io): void {
  const webhook = program.command("webhook").description("Webhooks: apps that are told of what happens.");
  withCommonOptions(webhook.command("create"))
    .description("Has an app told of what happens from now on, and prints the key that deliveries are checked with.")
    .requiredOption("--app <id>", "client id of the app", filledArgument)
    .requiredOption("--url <url>", "https address that events are sent to", filledArgument)
    .requiredOption("--event <event...>", "like post_created, or all")
    .action(async (options) => (await import("./commands/site/webhook.ts")).createWebhook(io, options));
  withCommonOptions(webhook.command("list"))
    .description("Lists the webhooks, how they fare, and what waits for them.")
    .action(async (options) => (await import("./commands/site/webhook.ts")).listWebhooks(io, options));
  withCommonOptions(webhook.command("remove"))
    .description("Ends a webhook. What waits for it is dropped.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).removeWebhook(io, id, options));
  withCommonOptions(webhook.command("pause"))
    .description("Holds back what a webhook is to be sent.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).pauseWebhook(io, id, options));
  withCommonOptions(webhook.command("resume"))
    .description("Sends what a paused webhook has missed, and goes on.")
    .argument("<id>", "id of the webhook")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).resumeWebhook(io, id, options));
  withCommonOptions(webhook.command("replay"))
    .description("Sends what was given up on, or everything since a time.")
    .argument("<id>", "id of the webhook")
    .option("--since <time>", "a date like 2030-01-31, a time, or a span like 12h or 7d", filledArgument)
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).replayWebhook(io, id, options));
  withCommonOptions(webhook.command("deliveries"))
    .description("Lists deliveries, the latest event first. They are kept for 30 days.")
    .option("--webhook <id>", "only to this webhook", filledArgument)
    .addOption(new Option("--status <status>", "only these").choices(["WAITING", "DELIVERED", "PARKED"]))
    .option("--limit <number>", "at most so many, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./commands/site/webhook.ts")).listDeliveries(io, options));
  withCommonOptions(webhook.command("delivery"))
    .description("Prints one delivery: what is sent, and each answer.")
    .argument("<id>", "id of the delivery")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).showDelivery(io, id, options));
  withCommonOptions(webhook.command("redeliver"))
    .description("Sends one event again, whatever became of it.")
    .argument("<id>", "id of the delivery")
    .action(async (id, options) => (await import("./commands/site/webhook.ts")).redeliver(io, id, options));
  withCommonOptions(webhook.command("public-key"))
    .description("Prints the key that deliveries are checked with; also the next one, where there is one.")
    .action(async (options) => (await import("./commands/site/webhook.ts")).showPublicKeys(io, options));
  withCommonOptions(webhook.command("rotate-key"))
    .description("Makes the next key that deliveries are signed with, which signs in a day.")
    .option("--now", "for a key that somebody else has: it signs at once, and receivers need it now")
    .action(async (options) => (await import("./commands/site/webhook.ts")).rotateKey(io, options));
}

function addSetting(program: Command, io: Io): void {
  const setting = program.command("setting").description("Settings of the site.");
  withCommonOptions(setting.command("get"))
    .description("Prints one setting, or all of them.")
    .argument("[name]", "name of the setting")
    .action(async (name, options) => (await import("./commands/site/setting.ts")).getSetting(io, name, options));
  withCommonOptions(setting.command("set"))
    .description("Changes one setting. A running server follows within a second, a new language at its next start.")
    .argument("<name>", "name of the setting")
    .argument("<value>", "its new value; of a logo, the path of a PNG, JPEG or WebP")
    .action(async (name, value, options) =>
      (await import("./commands/site/setting.ts")).setSetting(io, name, value, options),
    );
}

function addText(program: Command, io: Io): void {
  const text = program
    .command("text")
    .description("Words of the hosted pages. A running server follows within a second.");
  withCommonOptions(text.command("list"))
    .description("Prints the texts by their keys; an asterisk marks those that were changed.")
    .option("--language <language>", "en or de", "en")
    .option("--changed", "only those that were changed")
    .action(async (options) => (await import("./commands/site/text.ts")).listSiteTexts(io, options));
  withCommonOptions(text.command("set"))
    .description("Changes a text in one language. Places like {site} and tags like <reset> stay as they are.")
    .argument("<key>", "as the list has it")
    .argument("<language>", "en or de")
    .argument("<words>", "the new words")
    .action(async (key, language, words, options) =>
      (await import("./commands/site/text.ts")).setSiteText(io, key, language, words, options),
    );
  withCommonOptions(text.command("reset"))
    .description("Goes back to the words that Porchlight came with.")
    .argument("<key>", "as the list has it")
    .argument("<language>", "en or de")
    .action(async (key, language, options) =>
      (await import("./commands/site/text.ts")).resetSiteText(io, key, language, options),
    );
}

function addMailTemplate(program: Command, io: Io): void {
  const template = program.command("mail-template").description("Words of the mails to members.");
  withCommonOptions(template.command("list"))
    .description("Lists the mails, their places, and the languages in which the words are yours.")
    .action(async (options) => (await import("./commands/site/mail-template.ts")).listTemplates(io, options));
  withTemplateName(withCommonOptions(template.command("show")))
    .description("Prints the words of a mail as they are written, places and all.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).showTemplate(io, kind, options),
    );
  withTemplateName(withCommonOptions(template.command("set")))
    .description("Gives a mail words of yours. A text alone makes the page too, a page alone the text.")
    .option("--subject <words>", "the subject, one line", filledArgument)
    .option("--text <file>", "file with the plain text; - reads standard input", filledArgument)
    .option("--html <file>", "file with the markup that stands inside the page; - reads standard input", filledArgument)
    .action(async (kind, options) => (await import("./commands/site/mail-template.ts")).setTemplate(io, kind, options));
  withTemplateName(withCommonOptions(template.command("reset")))
    .description("Gives a mail its built-in words again.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).resetTemplate(io, kind, options),
    );
  withTemplateName(withCommonOptions(template.command("preview")))
    .description("Prints a mail with made-up values, and puts it into the development inbox.")
    .action(async (kind, options) =>
      (await import("./commands/site/mail-template.ts")).previewTemplate(io, kind, options),
    );
}

function withTemplateName(command: Command): Command {
  return command
    .argument("<mail>", "name of the mail, like recovery")
    .option("--language <tag>", "language of the words, such as de (default: the site's)", filledArgument);
}

function addAudit(program: Command, io: Io): void {
  const audit = program.command("audit").description("What happened to accounts, keys and settings.");
  withCommonOptions(audit.command("list"))
    .description("Lists it, the latest first.")
    .option("--member <member>", "id or e-mail, also of somebody who only tried to sign in", filledArgument)
    .option("--event <name>", "only these, like sign-in-failed", filledArgument)
    .option("--since <time>", "not before: a date like 2030-01-31, a time, or a span like 12h or 7d", filledArgument)
    .option("--limit <number>", "at most so many, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./commands/access/audit.ts")).listAudit(io, options));
}

function addDoctor(program: Command, io: Io): void {
  withCommonOptions(program.command("doctor"))
    .summary("check configuration, database, mail, keys and versions")
    .description("Checks the installation and says what to do. Changes nothing. Ends with 1 when there is a problem.")
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

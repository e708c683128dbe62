import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { parseHost, parsePort } from "./environment.ts";
import type { Io } from "./io.ts";

/** The commands and their options. What a command does is loaded when it runs, so that help is quick. */
export function createProgram(io: Io): Command {
  const program = new Command("porchlight")
    .description("Sign-in and content for member sites: runs the server and administers it.")
    .version(manifest.version)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: () => undefined });
  addStart(program, io);
  addMigrate(program, io);
  addImport(program, io);
  addApp(program, io);
  addKey(program, io);
  addMember(program, io);
  addSetting(program, io);
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
    .action(async (options) => (await import("./commands/start.ts")).start(io, options));
}

function addMigrate(program: Command, io: Io): void {
  withCommonOptions(program.command("migrate"))
    .summary("bring the database up to this version")
    .description("Brings the database up to this version, everything or nothing. Refuses a newer one.")
    .action(async (options) => (await import("./commands/migrate.ts")).migrate(io, options));
}

function addImport(program: Command, io: Io): void {
  withCommonOptions(program.command("import"))
    .summary("import posts from a folder of Markdown files")
    .description(
      "Imports posts, categories, tags and former addresses. Importing again changes nothing that stayed the same.",
    )
    .argument("<folder>", "the folder, with Markdown files in it or below it")
    .addOption(new Option("--format <format>", "what the folder holds").choices(["auto", "markdown"]).default("auto"))
    .option("--dry-run", "read everything, change nothing")
    .action(async (folder, options) => (await import("./commands/import.ts")).importContent(io, folder, options));
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
    .action(async (options) => (await import("./commands/app.ts")).createApp(io, options));
  withCommonOptions(app.command("list"))
    .description("Lists the apps.")
    .action(async (options) => (await import("./commands/app.ts")).listApps(io, options));
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
    .action(async (options) => (await import("./commands/key.ts")).createKey(io, options));
  withCommonOptions(key.command("list"))
    .description("Lists the API keys, without what makes them keys.")
    .action(async (options) => (await import("./commands/key.ts")).listKeys(io, options));
  withCommonOptions(key.command("revoke"))
    .description("Ends an API key.")
    .argument("<id>", "id of the key")
    .action(async (id, options) => (await import("./commands/key.ts")).revokeKey(io, id, options));
}

function addMember(program: Command, io: Io): void {
  const member = program.command("member").description("Members of the site.");
  withCommonOptions(member.command("create"))
    .description("Creates a member whose e-mail counts as confirmed.")
    .requiredOption("--email <email>", "e-mail to sign in with")
    .requiredOption("--password <password>", "password to sign in with")
    .addOption(new Option("--status <status>", "status to begin with").choices(["ACTIVE", "PENDING"]).default("ACTIVE"))
    .action(async (options) => (await import("./commands/member.ts")).createMember(io, options));
  withCommonOptions(member.command("list"))
    .description("Lists the members, newest first.")
    .addOption(
      new Option("--status <status>", "only these").choices(["ACTIVE", "PENDING", "BLOCKED", "OFFLINE", "DELETED"]),
    )
    .action(async (options) => (await import("./commands/member.ts")).listMembers(io, options));
  withCommonOptions(member.command("approve"))
    .description("Lets a member in who waits for approval.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/member.ts")).approveMember(io, id, options));
  withCommonOptions(member.command("reject"))
    .description("Turns down a member who waits for approval.")
    .argument("<member>", "id or e-mail")
    .action(async (id, options) => (await import("./commands/member.ts")).rejectMember(io, id, options));
}

function addSetting(program: Command, io: Io): void {
  const setting = program.command("setting").description("Settings of the site.");
  withCommonOptions(setting.command("get"))
    .description("Prints one setting, or all of them.")
    .argument("[name]", "name of the setting")
    .action(async (name, options) => (await import("./commands/setting.ts")).getSetting(io, name, options));
  withCommonOptions(setting.command("set"))
    .description("Changes one setting. A running server follows within a second, a new language at its next start.")
    .argument("<name>", "name of the setting")
    .argument("<value>", "its new value")
    .action(async (name, value, options) =>
      (await import("./commands/setting.ts")).setSetting(io, name, value, options),
    );
}

function addDoctor(program: Command, io: Io): void {
  withCommonOptions(program.command("doctor"))
    .summary("check configuration, database, mail, keys and versions")
    .description("Checks the installation and says what to do. Changes nothing. Ends with 1 when there is a problem.")
    .action(async (options) => (await import("./commands/doctor.ts")).doctor(io, options));
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--data-dir <folder>", "folder of the embedded database (default: DATA_DIR, else data)", filledArgument)
    .option("--json", "answer with one JSON object")
    .allowExcessArguments(false);
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

/** Refuses what `"$UNSET"` comes to in a shell. */
function filledArgument(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}

/** `porchlight` and `porchlight app` alone are wrong usage in words of their own, where commander would print the help. */
function refuseMissingSubcommands(command: Command): void {
  if (command.commands.length === 0) return;
  for (const subcommand of command.commands) refuseMissingSubcommands(subcommand);
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

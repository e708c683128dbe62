import { Argument, type Command, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withCommonOptions } from "./program-options.ts";

/** Adds the commands of OAuth apps. */
export function addApp(program: Command, io: Io): void {
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
    .action(async (options) => (await import("./access/app.ts")).createApp(io, options));
  withCommonOptions(app.command("list"))
    .description("Lists the apps.")
    .action(async (options) => (await import("./access/app.ts")).listApps(io, options));
}

/** Adds the commands of API keys. */
export function addKey(program: Command, io: Io): void {
  const key = program.command("key").description("API keys: programs of yours that act without a visitor.");
  withCommonOptions(key.command("create"))
    .description("Makes an API key and prints it, this once.")
    .requiredOption("--name <name>", "what it is for")
    .addOption(
      new Option("--role <role>", "everything, what editors may, or reading")
        .choices(["admin", "editor", "read"])
        .default("read"),
    )
    .action(async (options) => (await import("./access/key.ts")).createKey(io, options));
  withCommonOptions(key.command("list"))
    .description("Lists the API keys without their secrets.")
    .action(async (options) => (await import("./access/key.ts")).listKeys(io, options));
  withCommonOptions(key.command("revoke"))
    .description("Revokes an API key.")
    .argument("<id>", "id of the key")
    .action(async (id, options) => (await import("./access/key.ts")).revokeKey(io, id, options));
}

/** Adds the commands of staff accounts. */
export function addUser(program: Command, io: Io): void {
  const roles = ["owner", "editor", "author", "support"];
  const user = program.command("user").description("People who may use the console.");
  const withPerson = (command: Command) =>
    withCommonOptions(command)
      .requiredOption("--email <address>", "of the person", filledArgument)
      .addOption(
        new Option("--role <role>", "everything, content, own posts, or members").choices(roles).makeOptionMandatory(),
      )
      .option("--first-name <name>")
      .option("--last-name <name>");
  withPerson(user.command("create"))
    .summary("create an account and print a link to set its password")
    .description("Creates an account and prints a link to set its password; again for one without a password.")
    .action(async (options) => (await import("./access/user.ts")).createUser(io, options));
  withPerson(user.command("invite"))
    .summary("invite a person to the console")
    .description("Creates an account and emails a link to set its password; again for one without a password.")
    .action(async (options) => (await import("./access/user.ts")).inviteUser(io, options));
  withCommonOptions(user.command("list"))
    .description("Lists the people who may use the console.")
    .action(async (options) => (await import("./access/user.ts")).listUsers(io, options));
  withCommonOptions(user.command("role"))
    .description("Changes the role of a person, who has to sign in again.")
    .argument("<id>", "id or email")
    .addArgument(new Argument("<role>", "the new role").choices(roles))
    .action(async (id, role, options) => (await import("./access/user.ts")).changeUserRole(io, id, role, options));
  withCommonOptions(user.command("remove"))
    .description("Removes a person and ends their sessions.")
    .argument("<id>", "id or email")
    .action(async (id, options) => (await import("./access/user.ts")).removeUser(io, id, options));
}

/** Adds the commands of signing keys. */
export function addSigningKey(program: Command, io: Io): void {
  const key = program.command("signing-key").description("Keys that sign access tokens of members and staff.");
  withCommonOptions(key.command("list"))
    .description("Lists the keys and their state.")
    .action(async (options) => (await import("./access/signing-key.ts")).listSigningKeys(io, options));
  withCommonOptions(key.command("rotate"))
    .description("Creates the next keys, which sign after a day. Members and staff stay signed in.")
    .option("--now", "for a leaked key: the new one signs immediately, and the others are rejected")
    .action(async (options) => (await import("./access/signing-key.ts")).rotateSigningKeys(io, options));
}

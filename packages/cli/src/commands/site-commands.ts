import { type Command, InvalidArgumentError } from "commander";
import type { Io } from "../runtime/io.ts";
import { filledArgument, withInstallationOptions } from "./program-options.ts";

/** Adds the commands of the sites of an installation. */
export function addSite(program: Command, io: Io): void {
  const site = program.command("site").description("Sites of this installation, each at its own host.");
  withQuotaOptions(withInstallationOptions(site.command("create")))
    .description("Creates a site, and prints a link to set up its console.")
    .requiredOption("--name <name>", "what visitors see", filledArgument)
    .requiredOption("--url <url>", "public URL, like https://two.example.com", filledArgument)
    .option("--mail-from <sender>", "sender of its emails (default: MAIL_FROM)", filledArgument)
    .action(async (options) => (await import("./server/site.ts")).createSite(io, options));
  withQuotaOptions(withInstallationOptions(site.command("update")))
    .description("Changes a site. Running servers apply it within five seconds.")
    .argument("<site>", "URL, host, id or name", filledArgument)
    .option("--name <name>", "what visitors see", filledArgument)
    .option("--url <url>", "new public URL; the former one is no longer served", filledArgument)
    .option("--mail-from <sender>", 'sender of its emails, or "none" for MAIL_FROM', filledArgument)
    .action(async (selector, options) => (await import("./server/site.ts")).updateSite(io, selector, options));
  withInstallationOptions(site.command("remove"))
    .description("Deletes a site with all its members, content and files, permanently.")
    .argument("<site>", "URL, host, id or name", filledArgument)
    .requiredOption("--confirm <name>", "the name of the site", filledArgument)
    .action(async (id, options) => (await import("./server/site.ts")).removeSite(io, id, options));
  withInstallationOptions(site.command("list"))
    .description("Lists the sites, the main site first, with what they use of their quotas.")
    .action(async (options) => (await import("./server/site.ts")).listSites(io, options));
}

function withQuotaOptions(command: Command): Command {
  return command
    .option("--max-members <number>", 'limit of members, or "none"', countArgument)
    .option("--max-posts <number>", 'limit of posts with drafts and the trash, or "none"', countArgument)
    .option("--max-items <number>", 'limit of items in all collections, or "none"', countArgument)
    .option("--max-media-bytes <size>", 'limit of images and files, like 500MiB or 2GiB, or "none"', sizeArgument)
    .option("--max-emails-per-day <number>", 'limit of emails a day (UTC), or "none"', countArgument);
}

const maxCount = 1_000_000_000;

function countArgument(text: string): number | null {
  if (text === "none") return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) > maxCount)
    throw new InvalidArgumentError(`Enter a number from 0 to ${maxCount}, or none.`);
  return Number(text);
}

const units = { MB: 1e6, GB: 1e9, TB: 1e12, MIB: 1024 ** 2, GIB: 1024 ** 3, TIB: 1024 ** 4 } as const;

function sizeArgument(text: string): number | null {
  if (text === "none") return null;
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB|TB|MiB|GiB|TiB)$/i.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError("Enter a size such as 500MiB or 2GiB, or none.");
  return Math.round(Number(number) * units[unit!.toUpperCase() as keyof typeof units]);
}

import { CommanderError } from "commander";
import { codeOf } from "../data-dir.ts";
import { Failure } from "./failure.ts";

/** The message and exit code of a failed command. */
export interface ErrorDescription {
  message: string;
  exitCode: 1 | 2;
}

/** Names of errors whose messages are for operators; by name, so that no module is loaded for them. */
const plainErrors = new Set([
  "EngineError",
  "MigrationError",
  "KeyRingError",
  "MailTemplateError",
  "SettingError",
  "WebhookError",
  "TextError",
  "Refusal",
  "InvalidArguments",
  "AppDefinitionError",
  "MarkdownFolderError",
  "ImportSourceError",
  "ExportError",
  "BackupError",
  "SiteError",
]);

/**
 * Describes an error in one sentence, without a stack.
 *
 * @param logLevel `debug` or `trace` adds the stack of an unexpected error.
 */
export function describeError(error: unknown, logLevel?: string): ErrorDescription {
  if (error instanceof Failure) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof CommanderError) return { message: describeUsageError(error), exitCode: 2 };
  if (!(error instanceof Error)) return { message: `Something went wrong: ${String(error)}`, exitCode: 1 };
  if (plainErrors.has(error.name)) return { message: error.message, exitCode: 1 };
  const outage = describeOutage(error);
  if (outage !== undefined) return { message: outage, exitCode: 1 };
  if (logLevel === "debug" || logLevel === "trace") return { message: error.stack ?? error.message, exitCode: 1 };
  return {
    message: `Something went wrong: ${firstLine(error.message)}. Set LOG_LEVEL=debug to see where.`,
    exitCode: 1,
  };
}

/** The database disconnected during the work; `describeDatabaseError` covers the connection itself. */
function describeOutage(error: Error): string | undefined {
  const code = codeOf(error) ?? "";
  if (code === "53100") return "The disk of the database is full. Free some space there, then run the command again.";
  if (/^(?:08|57P0)/.test(code) || error.message.startsWith("Connection terminated")) {
    return "The database went away while the command worked. Run it again when the database is back.";
  }
  return undefined;
}

function describeUsageError({ message }: CommanderError): string {
  const text = firstLine(message.replace(/^error: /, "").replace(/\n\(Did you mean (.+?)\?\)/s, ". Did you mean $1?"));
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return `${sentence}${/[.?]$/.test(sentence) ? "" : "."} Add --help to see how it is written.`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.replace(/\.$/, "") ?? "";
}

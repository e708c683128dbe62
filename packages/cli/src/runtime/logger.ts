import type { Logger } from "pino";
import pino from "pino";
import type { Environment } from "./environment.ts";

/** An error as a line of the log holds it. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  constraint?: string;
  table?: string;
  cause?: LoggedError;
}

const maximumCauses = 5;

/**
 * What may be told of an error: where it came from and which kind it is, and nothing that was in a request or a row.
 * PostgreSQL quotes rows in `detail` and `where`, and values in the last quotes of some messages.
 * Source: security requirements §9.
 */
export function errorForLog(error: unknown, causes = maximumCauses): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) };
  const text = (name: string) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return typeof value === "string" ? { [name]: value } : {};
  };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(error.stack === undefined ? {} : { stack: withoutValues(error.stack) }),
    ...text("code"),
    ...text("constraint"),
    ...text("table"),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: errorForLog(error.cause, causes - 1) }),
  };
}

/** `text` with `…` for what it quotes: e-mail addresses, and values that PostgreSQL could not read. */
export function withoutValues(text: string): string {
  return text
    .replace(/^((?:\w+: )?invalid (?:input|byte)[^\n"]*:) ".*?"$/gm, '$1 "…"')
    .replace(/[^\s<>"'(),:;[\]]+@[^\s<>"'(),:;[\]]+/g, "…@…");
}

/** Characters of a path that a line of the log holds. */
const maximumPathLength = 300;

/** The path of a request as a line of the log holds it: what a caller put there by mistake, an e-mail address or a token, is `…`. */
export function pathForLog(path: string): string {
  const told = path.replace(/[^/]*(?:@|%40)[^/]*/gi, "…").replace(/[^/]*eyJ[\w-]{10,}(?:\.|%2e)[^/]*/gi, "…");
  return told.length > maximumPathLength ? `${told.slice(0, maximumPathLength)}…` : told;
}

/** Logs go to standard error: standard output belongs to answers. JSON lines in UTC, or lines for people. */
export async function createLogger({ logLevel, logFormat }: Environment): Promise<Logger> {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Mail servers quote recipients in their refusals.
    serializers: { err: errorForLog, reason: (reason: unknown) => withoutValues(String(reason)) },
  };
  if (logFormat === "json") return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ destination: 2, sync: true, translateTime: "HH:MM:ss", ignore: "event" }));
}

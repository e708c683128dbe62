import type { Logger } from "pino";
import pino from "pino";
import type { Environment } from "./environment.ts";

/** A loggable error. */
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
 * Returns what may be logged of an error: its type and origin, and nothing of a request or a row. PostgreSQL quotes
 * rows in `detail` and `where`, and values in the last quotes of some messages. Source: security requirements §9.
 */
export function errorForLog(error: unknown, causes = maximumCauses): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) };
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name);
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

/** Replaces email addresses, and values that PostgreSQL could not parse, by `…`. */
export function withoutValues(text: string): string {
  return text
    .replace(/^((?:\w+: )?invalid (?:input|byte)[^\n"]*:) ".*?"$/gm, '$1 "…"')
    .replace(/[^\s<>"'(),:;[\]]+@[^\s<>"'(),:;[\]]+/g, "…@…");
}

/** Characters. */
const maximumPathLength = 300;

/** Returns a loggable path: email addresses and tokens that callers put there by mistake become `…`. */
export function pathForLog(path: string): string {
  const safePath = path.replace(/[^/]*(?:@|%40)[^/]*/gi, "…").replace(/[^/]*eyJ[\w-]{10,}(?:\.|%2e)[^/]*/gi, "…");
  return safePath.length > maximumPathLength ? `${safePath.slice(0, maximumPathLength)}…` : safePath;
}

/**
 * Logs to standard error, because standard output is for results: JSON lines in UTC, or readable lines.
 *
 * @param mixin Returns fields of each line.
 */
export async function createLogger({ logLevel, logFormat }: Environment, mixin?: () => object): Promise<Logger> {
  const options = {
    level: logLevel,
    base: null,
    ...(mixin && { mixin }),
    timestamp: pino.stdTimeFunctions.isoTime,
    // Mail servers quote recipients in error messages.
    serializers: { err: errorForLog, reason: (reason: unknown) => withoutValues(String(reason)) },
  };
  if (logFormat === "json") return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ destination: 2, sync: true, translateTime: "HH:MM:ss", ignore: "event" }));
}

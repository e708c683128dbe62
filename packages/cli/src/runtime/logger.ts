import pino, { type Logger } from "pino";
import type { Environment } from "./environment.ts";
import { errorForLog, withoutValues } from "./errors/log-error.ts";

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

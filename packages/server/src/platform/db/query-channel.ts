import { tracingChannel } from "node:diagnostics_channel";

/** A statement that runs. Its start and its end have the same object. */
export interface QueryEvent {
  /** With placeholders instead of values. */
  readonly text: string;
}

/** Receives all statements of this process, in the async context of their callers. */
export interface QueryObserver {
  start(query: QueryEvent): void;
  end(query: QueryEvent, result: { failed: boolean }): void;
}

const queryChannel = tracingChannel<unknown, QueryEvent>("porchlight:query");

/** Runs a statement and publishes its start and end. */
export async function publishQuery<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  return queryChannel.hasSubscribers ? queryChannel.tracePromise(run, { text }) : run();
}

const ignore = () => undefined;

/** Observes statements, for traces and the log of slow queries. @returns A function that ends it. */
export function observeQueries({ start, end }: QueryObserver): () => void {
  const asyncEnd = (query: QueryEvent) => end(query, { failed: "error" in query });
  const subscribers = { start, end: ignore, asyncStart: ignore, asyncEnd, error: ignore };
  queryChannel.subscribe(subscribers);
  return () => void queryChannel.unsubscribe(subscribers);
}

const maxQueryCharacters = 1_000;

/** A statement on one line, without the end of long ones: lists of placeholders say nothing. */
export function summarizeQuery(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxQueryCharacters ? `${line.slice(0, maxQueryCharacters)}…` : line;
}

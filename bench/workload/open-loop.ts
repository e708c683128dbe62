import { Agent, type ClientRequest, request as sendRequest } from "node:http";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** One HTTP request. */
export interface WorkloadRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: object;
  /** Called with a successful response. */
  onSuccess?(body: string): void;
  /** Called at the end, regardless of the result. */
  onEnd?(): void;
}

/** A kind of request. Its share is `weight` of the sum of all weights. */
export interface Operation {
  name: string;
  weight: number;
  next(): WorkloadRequest;
}

/** Results of the requests of one operation, or of all. */
export interface Tally {
  succeeded: number;
  /** Responses within {@link deadlineMs}, errors excluded. */
  inTime: number;
  /** 429, or 503 with `Retry-After`. */
  rejected: number;
  /** All other errors, by status or error code. */
  failed: Record<string, number>;
  /** Microseconds from the intended start to the last byte, of successful requests. */
  latency: RecordableHistogram;
}

/** Result of {@link runOpenLoop}. */
export interface OpenLoopResult {
  rate: number;
  seconds: number;
  total: Tally;
  operations: ReadonlyMap<string, Tally>;
  /** When the last request failed, was rejected, or succeeded too late; `performance.now()`. */
  lastFailureAt: number | undefined;
  /** Delay of requests because the generator was busy, in microseconds. */
  sendDelay: RecordableHistogram;
}

/** A response that takes longer is worth nothing to its caller. */
export const deadlineMs = 1_000;
const timeoutMs = 20_000;
/** Fewer than a server accepts. */
const maxSockets = 900;

/** Options of an open loop: requests are sent to the servers in turn, regardless of outstanding responses. */
export interface OpenLoopOptions {
  urls: readonly string[];
  operations: readonly Operation[];
  /** Requests per second; the intervals have an exponential distribution (Poisson arrivals). */
  rate: number;
  seconds: number;
}

/**
 * Measures latency from the intended start of each request, so that a server which delays the sender does not look
 * faster (coordinated omission).
 */
export async function runOpenLoop({ urls, operations, rate, seconds }: OpenLoopOptions): Promise<OpenLoopResult> {
  const agent = new Agent({ keepAlive: true, maxSockets, scheduling: "lifo" });
  const total = newTally();
  const tallies = new Map(operations.map(({ name }) => [name, newTally()]));
  const sendDelay = createHistogram();
  const pick = createPicker(operations);
  const open = new Set<Promise<void>>();
  let lastFailureAt: number | undefined;
  let sent = 0;

  const start = (intendedAt: number) => {
    const operation = pick();
    const url = urls[sent++ % urls.length]!;
    const own = tallies.get(operation.name)!;
    sendDelay.record(toMicroseconds(performance.now() - intendedAt));
    const call = operation.next();
    const done = exchange(url, call, agent).then((outcome) => {
      const ms = performance.now() - intendedAt;
      if (!record(total, outcome, ms)) lastFailureAt = performance.now();
      record(own, outcome, ms);
      call.onEnd?.();
      open.delete(done);
    });
    open.add(done);
  };

  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  let next = startedAt + interval(rate);
  while (next < end) {
    for (const now = performance.now(); next <= now && next < end; next += interval(rate)) start(next);
    await sleep(1);
  }
  await Promise.all(open);
  agent.destroy();
  return { rate, seconds, total, operations: tallies, lastFailureAt, sendDelay };
}

/** Milliseconds to the next arrival. */
const interval = (rate: number) => (-Math.log(1 - Math.random()) / rate) * 1_000;

const toMicroseconds = (ms: number) => Math.max(1, Math.round(ms * 1_000));

function newTally(): Tally {
  return { succeeded: 0, inTime: 0, rejected: 0, failed: {}, latency: createHistogram() };
}

type Outcome = "succeeded" | "rejected" | { failure: string };

/** @returns Whether the request succeeded in time. */
function record(tally: Tally, outcome: Outcome, ms: number): boolean {
  if (outcome === "rejected") tally.rejected += 1;
  else if (typeof outcome === "object") tally.failed[outcome.failure] = (tally.failed[outcome.failure] ?? 0) + 1;
  else {
    tally.succeeded += 1;
    tally.latency.record(toMicroseconds(ms));
    if (ms <= deadlineMs) {
      tally.inTime += 1;
      return true;
    }
  }
  return false;
}

/** Returns operations at random by their weights. */
function createPicker(operations: readonly Operation[]): () => Operation {
  let sum = 0;
  const limits = operations.map(({ weight }) => (sum += weight));
  return () => {
    const place = Math.random() * sum;
    return operations[limits.findIndex((limit) => place < limit)]!;
  };
}

function exchange(url: string, call: WorkloadRequest, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const body = call.body && JSON.stringify(call.body);
    const outgoing: ClientRequest = sendRequest(
      url + call.path,
      {
        agent,
        method: call.method ?? (body ? "POST" : "GET"),
        headers: {
          ...call.headers,
          ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
        },
        timeout: timeoutMs,
      },
      (incoming) => {
        const { statusCode = 0, headers } = incoming;
        const isRead = statusCode < 400 && call.onSuccess !== undefined;
        let text = "";
        if (isRead) incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        else incoming.resume();
        incoming.on("error", (error) => resolve({ failure: codeOf(error) }));
        incoming.on("end", () => {
          if (statusCode < 400) {
            if (isRead) call.onSuccess!(text);
            resolve("succeeded");
          } else if (statusCode === 429 || (statusCode === 503 && headers["retry-after"] !== undefined))
            resolve("rejected");
          else resolve({ failure: `${statusCode} ${call.path.split("?", 1)[0]}` });
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(Object.assign(new Error(), { code: "TIMEOUT" })));
    outgoing.on("error", (error) => {
      // The server closed an idle connection at the same time: clients repeat the request.
      if (outgoing.reusedSocket && codeOf(error) === "ECONNRESET") resolve(exchange(url, call, agent));
      else resolve({ failure: codeOf(error) });
    });
    outgoing.end(body);
  });
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : error.message);

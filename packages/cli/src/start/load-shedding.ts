import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { isConsolePath } from "@porchlight/contract/server-paths";
import { staffApiPath } from "@porchlight/contract/staff/sign-in-endpoints";
import type { Metrics, Server } from "@porchlight/server";
import type { Logger } from "pino";

/** Load shedding starts after one interval of overload, and ends after one without rejections. */
const intervalMs = 1_000;
/** Fewer concurrent requests are no overload. */
const minRequests = 32;
/** Share of the time that the event loop works when it is the bottleneck. */
const busyUtilization = 0.9;
/** When the database is the bottleneck, every request for a connection waits longer than this. */
const busyWaitThresholdMs = 1;
/** Intervals without a bottleneck after which a server accepts all requests, even if it has just rejected some. */
const idleIntervals = 3;
/** Bytes. Requests with a larger body, or one of unknown size, count once it has arrived. */
const maxSmallBody = 64 * 1_024;
/** At most one line per minute. */
const logIntervalMs = 60_000;

/** Load balancers and monitoring must see an overloaded server. */
const exemptPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** The parts of a request on which its admission depends. */
type IncomingRequest = Pick<IncomingMessage, "method" | "url" | "headers"> & {
  once(event: "end", listener: () => void): unknown;
};

/** Decides which requests an overloaded server handles. */
export interface LoadShedder {
  /** Admits a request, or returns `undefined` to reject it. Call `end` when the response starts. */
  admit(incoming: IncomingRequest): { end(): void } | undefined;
  /** Stops measuring. */
  close(): void;
}

export interface LoadSheddingOptions {
  /** Mean response time of an overloaded server, in milliseconds. */
  latencyMs: number;
  shortestConnectionWait: Server["shortestConnectionWait"];
  metrics: Pick<Metrics, "countShedRequest">;
  log: Logger;
  /** Returns the share of the time since its last call that the event loop worked. Default: that of this process. */
  loopUtilization?: () => number;
}

/**
 * Limits the number of concurrent requests of an overloaded server to what it completes within `latencyMs`, so that
 * requests do not queue while the server is fully used (Little's law). A server is overloaded if it had more for a
 * whole second and the event loop was busy, or every database connection in use. Slow hooks and external services are
 * not overload. Requests count from the arrival of a large body, or from their start, until the response starts.
 * Visitors and staff have separate limits, so that staff can act while visitors are rejected.
 */
export function createLoadShedder({
  latencyMs,
  shortestConnectionWait,
  metrics,
  log,
  loopUtilization = measureLoop(),
}: LoadSheddingOptions): LoadShedder {
  // Separate, so that neither group uses the capacity of the other.
  const current = { visitors: 0, staff: 0 };
  const countCurrent = () => current.visitors + current.staff;
  let minCurrent = 0;
  let completed = 0;
  let limit = Number.POSITIVE_INFINITY;
  let rejected = 0;
  let unloggedRejections = 0;
  let quietIntervals = 0;
  let idle = 0;

  const timer = setInterval(() => {
    const capacity = Math.max(minRequests, completed * (latencyMs / intervalMs));
    const isLoopBusy = loopUtilization() >= busyUtilization;
    const isDatabaseBusy = shortestConnectionWait() >= busyWaitThresholdMs;
    const isBusy = isLoopBusy || isDatabaseBusy;
    idle = isBusy ? 0 : idle + 1;
    const isOverloaded = isBusy && minCurrent > capacity;
    limit = isOverloaded || (rejected > 0 && idle < idleIntervals) ? capacity : Number.POSITIVE_INFINITY;
    unloggedRejections += rejected;
    quietIntervals += 1;
    if (unloggedRejections > 0 && quietIntervals * intervalMs >= logIntervalMs) {
      log.warn({ event: "overloaded", rejected: unloggedRejections }, "the server is overloaded and rejects requests");
      unloggedRejections = 0;
      quietIntervals = 0;
    }
    minCurrent = countCurrent();
    completed = 0;
    rejected = 0;
  }, intervalMs);
  timer.unref();

  return {
    admit(incoming) {
      const group = isStaffRequest(incoming) ? "staff" : "visitors";
      if (current[group] >= limit && !isExempt(incoming)) {
        rejected += 1;
        metrics.countShedRequest();
        return undefined;
      }
      let isCounted = false;
      let hasEnded = false;
      const begin = () => {
        if (hasEnded) return;
        isCounted = true;
        current[group] += 1;
      };
      if (hasLargeBody(incoming)) incoming.once("end", begin);
      else begin();
      return {
        end() {
          hasEnded = true;
          if (!isCounted) return;
          completed += 1;
          current[group] -= 1;
          minCurrent = Math.min(minCurrent, countCurrent());
        },
      };
    },
    close: () => clearInterval(timer),
  };
}

/** Handlers do not read the body of a GET request, so that it would end only after the response. */
const hasLargeBody = ({ method, headers }: IncomingRequest): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  (Number(headers["content-length"] ?? 0) > maxSmallBody || headers["transfer-encoding"] !== undefined);

const isExempt = ({ url = "" }: IncomingRequest): boolean => exemptPaths.has(url.split("?", 1)[0]!);

/**
 * Whether a request comes from the console. Tokens are not verified here: a forged one uses capacity of the staff until
 * the route rejects it.
 */
function isStaffRequest({ url = "", headers }: IncomingRequest): boolean {
  const path = url.split("?", 1)[0]!;
  if (isConsolePath(path) || path.startsWith(`${staffApiPath}/`)) return true;
  const [, payload = ""] = headers.authorization?.split(".", 2) ?? [];
  return Buffer.from(payload, "base64url").includes(`${staffApiPath}"`);
}

function measureLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

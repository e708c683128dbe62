import { isRouteErrorResponse } from "react-router";

/** An error as shown to the visitor. Sent as JSON from server to browser. */
export interface Problem {
  kind: "notFound" | "forbidden" | "rateLimited" | "failed" | "offline";
  /** HTTP status of the page. */
  status: number;
  /** Helps the operator find the failure in the log; absent without a response. */
  requestId?: string | undefined;
  /** Seconds until the next attempt, after a rate limit. */
  retryAfter?: number | undefined;
}

/** Seconds to wait after a rate limit without `Retry-After`. */
const defaultRetrySeconds = 30;

/** Converts what a loader or component threw. Client errors are recognized by shape, from any copy of the client. */
export function toProblem(error: unknown): Problem {
  if (isRouteErrorResponse(error)) {
    const { requestId, retryAfter } = (error.data ?? {}) as Record<string, unknown>;
    return problemOfStatus(error.status, typeof requestId === "string" ? requestId : undefined, Number(retryAfter));
  }
  // A script that failed to load throws a plain error.
  if (globalThis.navigator?.onLine === false) return { kind: "offline", status: 503 };
  if (!(error instanceof Error) || !("kind" in error)) return { kind: "failed", status: 500 };
  const { kind, status, requestId, retryAfter } = error as Error & ErrorFacts;
  if (kind === "notFound") return { kind: "notFound", status: 404 };
  if (kind === "forbidden" || kind === "unauthenticated") return { kind: "forbidden", status: 403 };
  if (kind === "network") return { kind: "offline", status: 503, requestId };
  if (kind === "rateLimited") return { kind, status: 429, requestId, retryAfter: retryAfter || defaultRetrySeconds };
  const busy = kind === "timeout" || (kind === "unavailable" && status !== 500);
  return { kind: "failed", status: busy ? 503 : 500, requestId };
}

interface ErrorFacts {
  kind: unknown;
  status?: number;
  requestId?: string;
  retryAfter?: number;
}

function problemOfStatus(status: number, requestId: string | undefined, retryAfter: number): Problem {
  if (status === 429) return { kind: "rateLimited", status, requestId, retryAfter: retryAfter || defaultRetrySeconds };
  if (status === 404) return { kind: "notFound", status };
  if (status === 401 || status === 403) return { kind: "forbidden", status: 403 };
  return { kind: "failed", status, requestId };
}

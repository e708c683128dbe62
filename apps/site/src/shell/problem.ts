import { isRouteErrorResponse } from "react-router";

/** What went wrong, as far as the visitor is concerned. Travels as JSON from server to browser. */
export interface Problem {
  kind: "notFound" | "forbidden" | "rateLimited" | "failed" | "offline";
  /** HTTP status of the page. */
  status: number;
  /** For whoever runs the site; absent when no answer came. */
  requestId?: string | undefined;
  /** Seconds until another try, where there were too many. */
  retryAfter?: number | undefined;
}

/** Wait when the API says "too many" without saying how long, in seconds. */
const unsaidWait = 30;

/** Reads what a loader or a component threw. Takes errors of the client by their shape, from any copy of it. */
export function toProblem(error: unknown): Problem {
  if (isRouteErrorResponse(error)) {
    const { requestId, retryAfter } = (error.data ?? {}) as Record<string, unknown>;
    return problemOfStatus(error.status, typeof requestId === "string" ? requestId : undefined, Number(retryAfter));
  }
  // A page's script that did not arrive says nothing of its own.
  if (globalThis.navigator?.onLine === false) return { kind: "offline", status: 503 };
  if (!(error instanceof Error) || !("kind" in error)) return { kind: "failed", status: 500 };
  const { kind, status, requestId, retryAfter } = error as Error & ErrorFacts;
  if (kind === "notFound") return { kind: "notFound", status: 404 };
  if (kind === "forbidden" || kind === "unauthenticated") return { kind: "forbidden", status: 403 };
  if (kind === "network") return { kind: "offline", status: 503, requestId };
  if (kind === "rateLimited") return { kind, status: 429, requestId, retryAfter: retryAfter || unsaidWait };
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
  if (status === 429) return { kind: "rateLimited", status, requestId, retryAfter: retryAfter || unsaidWait };
  if (status === 404) return { kind: "notFound", status };
  if (status === 401 || status === 403) return { kind: "forbidden", status: 403 };
  return { kind: "failed", status, requestId };
}

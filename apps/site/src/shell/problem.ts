import { isRouteErrorResponse } from "react-router";

/** What went wrong, as far as the visitor is concerned. Travels as JSON from server to browser. */
export interface Problem {
  kind: "notFound" | "forbidden" | "failed" | "offline";
  /** HTTP status of the page. */
  status: number;
  /** For whoever runs the site; absent when no answer came. */
  requestId?: string | undefined;
}

/** Reads what a loader or a component threw. Takes errors of the client by their shape, from any copy of it. */
export function toProblem(error: unknown): Problem {
  if (isRouteErrorResponse(error)) {
    const requestId = (error.data as { requestId?: unknown } | null)?.requestId;
    return problemOfStatus(error.status, typeof requestId === "string" ? requestId : undefined);
  }
  // A page's script that did not arrive says nothing of its own.
  if (globalThis.navigator?.onLine === false) return { kind: "offline", status: 503 };
  if (!(error instanceof Error) || !("kind" in error)) return { kind: "failed", status: 500 };
  const { kind, status, requestId } = error as Error & { kind: unknown; status?: number; requestId?: string };
  if (kind === "notFound") return { kind: "notFound", status: 404 };
  if (kind === "forbidden" || kind === "unauthenticated") return { kind: "forbidden", status: 403 };
  if (kind === "network") return { kind: "offline", status: 503, requestId };
  const busy = kind === "rateLimited" || kind === "timeout" || (kind === "unavailable" && status !== 500);
  return { kind: "failed", status: busy ? 503 : 500, requestId };
}

function problemOfStatus(status: number, requestId: string | undefined): Problem {
  if (status === 404) return { kind: "notFound", status };
  if (status === 401 || status === 403) return { kind: "forbidden", status: 403 };
  return { kind: "failed", status, requestId };
}

import { type Problem, wrong } from "../../auth/pages/problem.ts";
import type { Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { errorResponse } from "../../http/error-response.ts";

/** Below this many seconds a wait is told in seconds. */
const minute = 60;

/** E-mail and password do not match, and nothing tells which of them it is. */
export const wrongCredentials = wrong({
  key: "auth.error.credentials",
  field: "email",
  alsoMarks: "password",
});

/** What went wrong, in words and with the status of the API; a fault of ours is logged. */
export function explainFailure(deps: Deps, error: unknown, requestId: string): Problem {
  if (error instanceof Refusal && error.code === "-19976") return wrongCredentials;
  const { status, headers } = errorResponse(error, requestId, deps.log);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  const wait = Number.isNaN(retryAfter) ? {} : { retryAfter };
  if (status === 429) return { status, ...wait, notice: { kind: "warning", ...waitText(retryAfter) } };
  if (status === 503) return { status, ...wait, notice: { kind: "danger", key: "auth.error.unreachable" } };
  return { status, requestId, notice: { kind: "danger", key: "auth.error.unfinished" } };
}

function waitText(seconds: number) {
  if (Number.isNaN(seconds)) return { key: "common.error.waitUnknown" } as const;
  if (seconds < minute) return { key: "common.error.waitSeconds", values: { n: seconds } } as const;
  return { key: "common.error.waitMinutes", values: { n: Math.ceil(seconds / minute) } } as const;
}

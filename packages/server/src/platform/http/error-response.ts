import type { ErrorEnvelope } from "@porchlight/contract/errors";
import type { Logger } from "pino";
import { InvalidArguments, OAuthRefusal, Refusal } from "../context/errors.ts";
import { isLimitExceeded, isUnavailable, ReadOnlyViolation } from "../db/database.ts";

/** `Retry-After` if the database is unavailable. */
export const unavailableRetrySeconds = 2;

/** Converts an error of a route into a response. Unexpected errors reveal nothing but the request id. */
export function errorResponse(error: unknown, requestId: string, log: Logger): Response {
  if (error instanceof OAuthRefusal) {
    return json(error.status, { error: error.code, error_description: error.message, message: error.message });
  }
  const { status, body, headers } = describeError(error, requestId, log);
  return json(status, body, headers);
}

interface DescribedError {
  status: number;
  body: ErrorEnvelope;
  headers?: Record<string, string>;
}

/** The contract's envelope of an error. Unexpected errors are logged. */
export function describeError(error: unknown, requestId: string, log: Logger): DescribedError {
  if (error instanceof InvalidArguments) {
    return {
      status: 400,
      body: {
        message: `INVALID_ARGUMENT: ${error.message}`,
        details: { validationError: { fieldViolations: error.violations } },
      },
    };
  }
  if (error instanceof Refusal) return describeRefusal(error);
  if (error instanceof ReadOnlyViolation) return describeRefusal(new Refusal("NOT_ALLOWED"));
  if (isUnavailable(error)) {
    log.error(
      { event: "database-unavailable", requestId, reason: error instanceof Error ? error.message : undefined },
      "database unavailable",
    );
    return describeRefusal(new Refusal("UNAVAILABLE", dataOf(requestId), unavailableRetrySeconds));
  }
  if (isLimitExceeded(error)) {
    log.warn({ event: "beyond-limits", requestId, error: toLogged(error) }, "a request exceeded a limit of PostgreSQL");
    return describeRefusal(new Refusal("ANSWER_TOO_LARGE"));
  }
  log.error({ event: "unexpected", requestId, error: toLogged(error) }, "unexpected error");
  return describeRefusal(new Refusal("INTERNAL", dataOf(requestId)));
}

/** The request id, for those who report the error but do not see headers. */
const dataOf = (requestId: string) => (requestId === "" ? {} : { requestId });

/** Omits other properties: errors of PostgreSQL quote rows, with hashes and addresses. */
function toLogged(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { message, stack } = error;
  return { type: error.constructor.name, message, stack, ...("code" in error ? { code: error.code } : {}) };
}

function describeRefusal({ code, status, message, data, retryAfter }: Refusal): DescribedError {
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.max(1, Math.ceil(retryAfter)));
  if (code === "METHOD_NOT_ALLOWED" && typeof data["allow"] === "string") headers["allow"] = data["allow"];
  return { status, body: { message, details: { applicationError: { code, description: message, data } } }, headers };
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

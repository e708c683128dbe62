import type item from "@porchlight/contract/texts/en/data-item.json";

/** Why an operation on an item failed, as text keys of `data-item`. */
export interface ItemFailure {
  key: keyof typeof item;
  /** Helps the operator find the failure in the server log. */
  requestId?: string;
  /** Earliest time of a retry, in milliseconds since the epoch. */
  retryAt?: number;
}

/** Seconds to wait if the server does not specify it. */
const defaultRetrySeconds = 30;

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Converts an error, by shape. Codes and messages of the server are not shown to people. Programming errors are logged
 * to the console.
 */
export function explainFailure(error: unknown, now = Date.now()): ItemFailure {
  const { kind, code, status, requestId, retryAfter } = asRecord(error);
  const about = typeof requestId === "string" ? { requestId } : {};
  if (code === "WDE0073" || code === "WDE0025") return { key: "data.reason.gone" };
  if (code === "WDE0109" || status === 413) return { key: "data.reason.large" };
  switch (kind) {
    case "network":
    case "timeout":
      return { key: "data.reason.network" };
    case "rateLimited":
      return {
        key: "data.reason.tooMany",
        retryAt: now + (typeof retryAfter === "number" ? retryAfter : defaultRetrySeconds) * 1000,
      };
    case "forbidden":
      return { key: "data.reason.forbidden" };
    case "unauthenticated":
      return { key: "data.reason.signedOut" };
    case "unavailable":
      return { key: "data.reason.server", ...about };
    default:
      if (code === "WDE0053" || code === "WDE0055") return { key: "data.reason.server", ...about };
      console.error(error);
      return { key: "data.reason.unknown", ...about };
  }
}

/** Whether the item was changed since it was loaded. */
export const isConflict = (error: unknown): boolean => asRecord(error).code === "CONDITION_NOT_MET";

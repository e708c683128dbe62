import type item from "@porchlight/contract/texts/en/data-item.json";

/** Why something was not done with an item, in words of `data-item`. */
export interface ItemFailure {
  key: keyof typeof item;
  /** For whoever runs the server. */
  requestId?: string;
  /** When another try may do better, in milliseconds since 1970. */
  retryAt?: number;
}

/** Seconds, where the server does not say how long to wait. */
const unsaidWait = 30;

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Reads what a call has failed with, by its shape. No code and no sentence of a server reaches people. What should not have come is a fault
 * of the page's, and is told to the console.
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
        retryAt: now + (typeof retryAfter === "number" ? retryAfter : unsaidWait) * 1000,
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

/** Whether somebody else has changed the item since it was read. */
export const isConflict = (error: unknown): boolean => asRecord(error).code === "CONDITION_NOT_MET";

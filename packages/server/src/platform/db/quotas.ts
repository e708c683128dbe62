import pg from "pg";
import { Refusal } from "../context/errors.ts";

/** What the operator can limit for a site. */
export const quotaKinds = ["members", "posts", "items", "mediaBytes", "emailsPerDay"] as const;
export type QuotaKind = (typeof quotaKinds)[number];

const mebibyte = 1024 * 1024;
const unitsOf = {
  members: "members",
  posts: "posts",
  items: "collection items",
  mediaBytes: "images and files",
  emailsPerDay: "emails a day",
} as const;

/** Formats an amount, such as `500`, or `1.5 MiB` for bytes. */
export function formatAmount(kind: QuotaKind, amount: number): string {
  if (kind !== "mediaBytes") return String(amount);
  return amount < mebibyte ? `${amount} bytes` : `${Math.round((amount / mebibyte) * 10) / 10} MiB`;
}

/** Describes a quota, such as `500 members`. */
export const describeQuota = (kind: QuotaKind, maximum: number): string =>
  `${formatAmount(kind, maximum)}${kind === "mediaBytes" ? " of" : ""} ${unitsOf[kind]}`;

/** The error for a change that exceeds a quota. */
export function quotaRefusal(kind: QuotaKind, maximum: number): Refusal {
  const message = `This site is limited to ${describeQuota(kind, maximum)}. Delete some, or ask the operator to raise the limit.`;
  return new Refusal("SITE_QUOTA_EXCEEDED", { quota: kind, maximum }, undefined, message);
}

/** Source: the function `count_quota` of the database. */
const quotaErrorCode = "PQ001";

/** Converts the database error for an exceeded quota. Returns other errors unchanged. */
export function toQuotaRefusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== quotaErrorCode) return error;
  return quotaRefusal(error.constraint as QuotaKind, Number(error.detail));
}

import { createHash } from "node:crypto";

/** Bytes that PostgreSQL's unique indexes take in any case. */
const sourceKeyMaxBytes = 2000;

/** The path itself, or a digest of one that no index takes. */
export function toSourceKey(path: string): string {
  if (Buffer.byteLength(path) <= sourceKeyMaxBytes) return path;
  return `sha256:${createHash("sha256").update(path).digest("hex")}`;
}

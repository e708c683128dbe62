import { createHash } from "node:crypto";

/** Bytes that a unique index of PostgreSQL accepts in any case. */
const maxSourceKeyBytes = 2000;

/** The key of a post within its blog: its path, or a digest of a path that no index accepts. */
export function toSourceKey(path: string): string {
  if (Buffer.byteLength(path) <= maxSourceKeyBytes) return path;
  return `sha256:${createHash("sha256").update(path).digest("hex")}`;
}

/**
 * The name of a blog by its URL: `example.org/blog` for `https://www.example.org/blog/`. Most blogs are reachable with
 * and without `www.` and with both schemes.
 */
export function toBlogName(address: string): string {
  const url = URL.parse(address);
  if (!url) return address.slice(0, 500);
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/+$/, "")}`.slice(0, 500);
}

import { LRUCache } from "lru-cache";
import { allowsAccess, type SigningContext, signAccess } from "../../platform/crypto/secrets.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { mediaUrl } from "./files.ts";
import { findPrivateFile, type MediaFileRow } from "./media-files-store.ts";

const hourMs = 3_600_000;
/** Validity of links in responses of the API. */
export const linkTtlMs = hourMs;
/** Validity of links in emails, webhooks and exports, which people open later. */
export const storedLinkTtlMs = 7 * 24 * hourMs;

const tokenParameter = "token";

/** What links depend on. */
export type FileSigningContext = SigningContext & Pick<TxContext, "config">;

/**
 * A URL that serves a file of a submission for `ttlMs`, to anyone who has it. Call it only for callers who may read the
 * submission. Source: security requirements §6.6.
 */
export function signFileUrl(
  context: FileSigningContext,
  file: Pick<MediaFileRow, "id" | "media_type" | "display_name">,
  ttlMs: number,
): string {
  return `${mediaUrl(context, file)}?${tokenParameter}=${signAccess(context, "private file", file.id, ttlMs)}`;
}

const maxCachedFiles = 10_000;

/** How a file may be served. */
export type FileAccess = "public" | "signed" | "none";

/**
 * Decides whether a request may read a file. Files that were uploaded for a form require a signed URL, and are only
 * served as part of a submission. Public files never become private, so that fact is cached.
 */
export function createFileAccess(context: ServerContext): (id: string, query: URLSearchParams) => Promise<FileAccess> {
  const publicFiles = new LRUCache<string, true>({ max: maxCachedFiles });
  return async (id, query) => {
    if (publicFiles.has(id)) return "public";
    const file = await findPrivateFile(context.db, context.site.id, id);
    if (file) {
      const token = query.get(tokenParameter) ?? "";
      return file.isSubmitted && allowsAccess(context, "private file", id, token) ? "signed" : "none";
    }
    publicFiles.set(id, true);
    return "public";
  };
}

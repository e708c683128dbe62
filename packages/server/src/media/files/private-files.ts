import { LRUCache } from "lru-cache";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { mediaUrl } from "./files.ts";
import { findPrivateFile, type MediaFileRow } from "./media-files-store.ts";

const hourMs = 3_600_000;
/** Validity of links in responses of the API. */
export const linkTtlMs = hourMs;
/** Validity of links in emails, webhooks and exports, which people open later. */
export const storedLinkTtlMs = 7 * 24 * hourMs;

const expiryParameter = "expires";
const signatureParameter = "signature";

/** What signatures depend on. */
export type FileSigningContext = Pick<TxContext, "site" | "secrets" | "config" | "now">;

/**
 * A URL that serves a file of a submission for `ttlMs`, to anyone who has it. Call it only for callers who may read the
 * submission. Source: security requirements §6.6.
 */
export function signFileUrl(
  context: FileSigningContext,
  file: Pick<MediaFileRow, "id" | "media_type" | "display_name">,
  ttlMs: number,
): string {
  const expiresAt = String(context.now().getTime() + ttlMs);
  const signature = signatureOf(context, file.id, expiresAt).toString("base64url");
  return `${mediaUrl(context, file)}?${expiryParameter}=${expiresAt}&${signatureParameter}=${signature}`;
}

/** Whether the query of a request has an unexpired signature for this file. */
function isSigned(context: FileSigningContext, id: string, query: URLSearchParams): boolean {
  const expiresAt = query.get(expiryParameter) ?? "";
  if (!/^\d{1,16}$/.test(expiresAt) || Number(expiresAt) <= context.now().getTime()) return false;
  const signature = Buffer.from(query.get(signatureParameter) ?? "", "base64url");
  return equalInConstantTime(signature, signatureOf(context, id, expiresAt));
}

/** The key is derived from `SECRET_KEY`, which all nodes share. */
const signatureOf = ({ site, secrets }: FileSigningContext, id: string, expiresAt: string): Buffer =>
  secrets.mac("private file", `${site.id} ${id} ${expiresAt}`);

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
    if (file) return file.isSubmitted && isSigned(context, id, query) ? "signed" : "none";
    publicFiles.set(id, true);
    return "public";
  };
}

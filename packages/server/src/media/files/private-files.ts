import { mediaPath } from "@porchlight/contract/media/media-file";
import { LRUCache } from "lru-cache";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { isPrivateFile } from "./media-files-store.ts";

const hourMs = 3_600_000;
/** Validity of links in responses of the API. */
export const linkTtlMs = hourMs;
/** Validity of links in emails and exports, which people open later. */
export const storedLinkTtlMs = 7 * 24 * hourMs;

const expiryParameter = "expires";
const signatureParameter = "signature";

/** What signatures depend on. */
export type FileSigningContext = Pick<TxContext, "site" | "secrets" | "config" | "now">;

/** A URL of a private file, valid for `ttlMs`. Whoever has it may read the file. Source: security requirements §6.6. */
export function signFileUrl(context: FileSigningContext, url: string, ttlMs: number): string {
  const signed = new URL(url, context.config.publicUrl);
  const id = signed.pathname.slice(mediaPath.length).split("/")[0]!;
  const expiresAt = String(context.now().getTime() + ttlMs);
  signed.searchParams.set(expiryParameter, expiresAt);
  signed.searchParams.set(signatureParameter, signatureOf(context, id, expiresAt).toString("base64url"));
  return signed.href;
}

/** Whether the query of a request has an unexpired signature for this file. */
function isSigned(context: FileSigningContext, id: string, query: URLSearchParams): boolean {
  const expiresAt = query.get(expiryParameter) ?? "";
  if (!/^\d{1,16}$/.test(expiresAt) || Number(expiresAt) <= context.now().getTime()) return false;
  const signature = Buffer.from(query.get(signatureParameter) ?? "", "base64url");
  return equalInConstantTime(signature, signatureOf(context, id, expiresAt));
}

const signatureOf = ({ site, secrets }: FileSigningContext, id: string, expiresAt: string): Buffer =>
  secrets.mac("private file", `${site.id} ${id} ${expiresAt}`);

const maxCachedFiles = 10_000;
/** A file that becomes one of the site's own files is public after this time. */
const cacheTtlMs = 60_000;

/** How a file may be served. */
export type FileAccess = "public" | "signed" | "none";

/** Decides whether a request may read a file: files of submissions need a signed URL. */
export function createFileAccess(context: ServerContext): (id: string, query: URLSearchParams) => Promise<FileAccess> {
  const isPrivate = new LRUCache<string, boolean>({ max: maxCachedFiles, ttl: cacheTtlMs });
  return async (id, query) => {
    let found = isPrivate.get(id);
    if (found === undefined) {
      found = await isPrivateFile(context.db, context.site.id, id);
      isPrivate.set(id, found);
    }
    if (!found) return "public";
    return isSigned(context, id, query) ? "signed" : "none";
  };
}

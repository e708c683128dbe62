import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { findPathByLegacyPath } from "./slugs-store.ts";

/**
 * Where a published post, a category or a tag is now that was once at `path`.
 *
 * @param path Of a request, percent escapes and all, without the query string.
 * @returns A path for a `Location` header, or `undefined` when no post was there.
 */
export async function findRedirect(context: BlogContext, path: string): Promise<string | undefined> {
  const legacyPath = normalizeLegacyPath(path);
  if (legacyPath === undefined) return undefined;
  return findPathByLegacyPath(context.db, publicVisibility(context), legacyPath);
}

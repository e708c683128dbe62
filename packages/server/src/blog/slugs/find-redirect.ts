import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { findPathByLegacyPath } from "./slugs-store.ts";

/**
 * The current path of the post, category, or tag that was formerly at `path`.
 *
 * @param path Path of a request, percent-encoded, without the query string.
 * @returns A path for a `Location` header; `undefined` if there is none.
 */
export async function findRedirect(context: BlogContext, path: string): Promise<string | undefined> {
  const legacyPath = normalizeLegacyPath(path);
  if (legacyPath === undefined) return undefined;
  return findPathByLegacyPath(context.db, publicVisibility(context), legacyPath);
}

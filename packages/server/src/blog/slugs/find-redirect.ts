import type { BlogContext } from "../blog-context.ts";
import { publicView } from "../posts/post-visibility.ts";
import { toFormerPath } from "./legacy-path.ts";
import { findPathByFormerPath } from "./legacy-paths-store.ts";

/**
 * Where a published post, a category or a tag is now that was once at `path`.
 *
 * @param path Of a request, percent escapes and all, without the query string.
 * @returns A path for a `Location` header, or `undefined` when no post was there.
 */
export async function findRedirect(context: BlogContext, path: string): Promise<string | undefined> {
  const former = toFormerPath(path);
  if (former === undefined) return undefined;
  return findPathByFormerPath(context.db, publicView(context), former);
}

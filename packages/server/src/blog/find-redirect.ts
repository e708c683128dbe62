import type { Deps } from "../deps.ts";
import { toFormerPath } from "./former-path.ts";
import { postPath } from "./post-json.ts";
import { publicView } from "./public-view.ts";
import { findSlugByFormerPath } from "./redirect-paths-store.ts";

/**
 * Where a published post is now that was once at `path`.
 *
 * @param path Of a request, percent escapes and all, without the query string.
 * @returns A path for a `Location` header, or `undefined` when no post was there.
 */
export async function findRedirect(deps: Deps, path: string): Promise<string | undefined> {
  const former = toFormerPath(path);
  if (former === undefined) return undefined;
  const slug = await findSlugByFormerPath(deps.db, publicView(deps), former);
  return slug === undefined ? undefined : `${postPath}${encodeURIComponent(slug)}`;
}

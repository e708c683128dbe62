import { attachmentPath, normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { RedirectStatus } from "@porchlight/contract/site/redirects/site-redirect";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { findRedirectBySource } from "../redirects/site-redirects-store.ts";
import { findPathByLegacyPath, findPathBySource } from "./slugs-store.ts";

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

/**
 * Where a path without a page leads: by a redirect of the site, or like {@link findRedirect}.
 *
 * @param path Path of a request, percent-encoded, without the query string; or `/?p=12`, `/?page_id=12` or
 * `/?attachment_id=12`, by which WordPress finds a post, a page, or the post or page of a file.
 * @returns Values of a `Location` header and a status; `undefined` if there is none.
 */
export async function resolveRedirect(
  context: BlogContext,
  path: string,
): Promise<{ target: string; status: RedirectStatus } | undefined> {
  const number = /^\/\?(?:p|page_id)=(\d{1,20})$/.exec(path)?.[1];
  if (number !== undefined) {
    const target = await findPathBySource(context.db, publicVisibility(context), `wordpress:${number}`);
    return target === undefined ? undefined : { target, status: 301 };
  }
  if (attachmentPath.test(path)) {
    // Posts have legacy paths, pages have redirects of the site.
    const target =
      (await findPathByLegacyPath(context.db, publicVisibility(context), path)) ??
      (await findRedirectBySource(context.db, context.site.id, path))?.target;
    return target === undefined ? undefined : { target, status: 301 };
  }
  const source = normalizeLegacyPath(path);
  if (source === undefined) return undefined;
  const redirect = await findRedirectBySource(context.db, context.site.id, source);
  if (redirect) return { target: redirect.target, status: redirect.status };
  const target = await findPathByLegacyPath(context.db, publicVisibility(context), source);
  return target === undefined ? undefined : { target, status: 301 };
}

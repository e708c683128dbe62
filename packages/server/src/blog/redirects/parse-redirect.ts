import { normalizeLegacyPath, normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import { siteSegments } from "@porchlight/contract/site/pages/slug";
import type { ParsedRedirect } from "@porchlight/contract/site/redirects/schema";
import type { RedirectRule } from "@porchlight/contract/site/redirects/site-redirect";
import type { BlogTxContext } from "../blog-context.ts";
import { blogBaseUrl } from "../posts/post-visibility.ts";
import type { RedirectTable } from "./redirect-table.ts";
import type { RedirectValues } from "./site-redirects-store.ts";

/** Why a redirect is rejected. */
export class RedirectProblem extends Error {
  override readonly name = "RedirectProblem";
  readonly field: "source" | "target";
  readonly rule: RedirectRule;

  constructor(field: "source" | "target", rule: RedirectRule, message: string) {
    super(message);
    this.field = field;
    this.rule = rule;
  }
}

/** Paths that the site always answers itself, so that no redirect is looked up. */
const answeredPath = new RegExp(
  `^/(?:$|(?:${siteSegments.filter((name) => !["auth", "assets", "collections", "forms"].includes(name)).join("|")})$|account/|favicon\\.(?:ico|svg)$|apple-touch-icon\\.png$)`,
  "i",
);

/** Validates and normalizes the values of a redirect. @throws {RedirectProblem} */
export function parseRedirect(
  context: BlogTxContext,
  { source, target, status = 301 }: ParsedRedirect,
): RedirectValues {
  return { source: parseSource(context, source), target: parseTarget(context, target), status };
}

/**
 * Checks a redirect that is not in the table, or replaces the one with its source.
 *
 * @param usedPaths See {@link findUsedPaths}.
 * @throws {RedirectProblem}
 */
export function checkRedirect(
  table: RedirectTable,
  usedPaths: ReadonlySet<string>,
  redirect: RedirectValues,
): RedirectValues {
  const problem = table.problemOf(redirect);
  if (problem === "LOOP") throw new RedirectProblem("target", problem, "must not lead back to the source");
  if (problem === "CHAIN")
    throw new RedirectProblem("target", problem, "must not make a chain of more than 10 redirects");
  if (usedPaths.has(redirect.source))
    throw new RedirectProblem(
      "source",
      "SOURCE_IN_USE",
      "must be a path without a page, a post, a category, a tag or a collection",
    );
  return redirect;
}

function parseSource(context: BlogTxContext, entered: string): string {
  const text = withoutOrigin(context, entered.trim());
  const isPath = text.startsWith("/") && !text.startsWith("//");
  if (isPath && answeredPath.test(normalizeSitePath(text)))
    throw new RedirectProblem("source", "SOURCE_IN_USE", "must not be a path of the site itself");
  const source = isPath ? normalizeLegacyPath(text) : undefined;
  if (source === undefined)
    throw new RedirectProblem("source", "SOURCE_PATH", "must be a path of this site, like /old-path");
  return source;
}

function parseTarget(context: BlogTxContext, entered: string): string {
  const text = withoutOrigin(context, entered.trim());
  // Browsers read a backslash like a slash, and `//` as the start of a host.
  const isPath = /^\/(?![/\\])/.test(text);
  const url = URL.parse(text, "https://site.invalid");
  const isAllowed = isPath
    ? url?.host === "site.invalid"
    : /^https:\/\/[^/\\]/i.test(text) && url?.username === "" && url.password === "";
  if (!url || !isAllowed || !url.href.isWellFormed())
    throw new RedirectProblem("target", "TARGET", "must be a path of this site, like /about, or an https URL");
  return isPath ? url.pathname + url.search + url.hash : url.href;
}

/** Paths of this site are stored without its address, so that it can change. */
function withoutOrigin(context: BlogTxContext, text: string): string {
  const base = blogBaseUrl(context);
  return text === base ? "/" : text.startsWith(`${base}/`) ? text.slice(base.length) : text;
}

import type { SiteClient } from "../../client.ts";
import type { BlogTextKey } from "../blog-texts.ts";

type PostSort = NonNullable<NonNullable<Parameters<SiteClient["posts"]["listPosts"]>[0]>["sort"]>;

/** Sort orders by their name in the URL; the first one has no name there. */
export const postSorts = {
  feed: { sort: "FEED", label: "sort.feed" },
  newest: { sort: "PUBLISHED_DATE_DESC", label: "sort.newest" },
  oldest: { sort: "PUBLISHED_DATE_ASC", label: "sort.oldest" },
  views: { sort: "VIEW_COUNT", label: "sort.views" },
  likes: { sort: "LIKE_COUNT", label: "sort.likes" },
  title: { sort: "TITLE_ASC", label: "sort.title" },
  "title-desc": { sort: "TITLE_DESC", label: "sort.titleDesc" },
} as const satisfies Record<string, { sort: PostSort; label: BlogTextKey }>;

export type SortName = keyof typeof postSorts;

/** The order that a URL requests. Default: the feed's. */
export function sortOf(search: URLSearchParams): SortName {
  const name = search.get("sort") ?? "";
  return Object.hasOwn(postSorts, name) ? (name as SortName) : "feed";
}

/** URL of a list in this order, starting at `cursor`. */
export function listHref(path: string, sort: SortName, cursor?: string): string {
  const search = new URLSearchParams();
  if (sort !== "feed") search.set("sort", sort);
  if (cursor) search.set("cursor", cursor);
  return search.size > 0 ? `${path}?${search}` : path;
}

import type { Deps } from "../../deps.ts";
import { postPath } from "../post-json.ts";
import { blogBaseUrl, publicView } from "../public-view.ts";
import type { Feed } from "./feed.ts";
import { type FeedPost, findFeedPosts } from "./feed-posts-store.ts";

/** Posts that a feed holds. */
export const feedSize = 50;

/** The newest posts that everybody may see, with absolute addresses. */
export async function getFeed(deps: Deps): Promise<Feed> {
  const baseUrl = blogBaseUrl(deps);
  const posts = await findFeedPosts(deps.db, publicView(deps), feedSize);
  const { id: siteId, name: siteName, language } = deps.site;
  return { siteId, siteName, language, homeUrl: `${baseUrl}/`, items: posts.map((post) => toItem(post, baseUrl)) };
}

function toItem({ slug, excerpt, imageUrl, ...post }: FeedPost, baseUrl: string): Feed["items"][number] {
  const image = imageUrl === null ? null : URL.parse(imageUrl, baseUrl);
  return {
    ...post,
    url: `${baseUrl}${postPath}${encodeURIComponent(slug)}`,
    summary: excerpt,
    // Pictures of an address that only clients of the contract can read are of no use to a reader of feeds.
    image: image && ["http:", "https:"].includes(image.protocol) ? image.href : undefined,
  };
}

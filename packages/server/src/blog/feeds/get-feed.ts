import type { Deps } from "../../deps.ts";
import { mediaTypeOf } from "../../media/media-folder.ts";
import { type AddressBases, postPath } from "../post-json.ts";
import { addressBases, blogBaseUrl, publicView } from "../public-view.ts";
import type { Feed } from "./feed.ts";
import { type FeedPost, findFeedPosts } from "./feed-posts-store.ts";

/** Posts that a feed holds. */
export const feedSize = 50;

/** The newest posts that everybody may see, with absolute addresses. */
export async function getFeed(deps: Deps): Promise<Feed> {
  const baseUrl = blogBaseUrl(deps);
  const posts = await findFeedPosts(deps.db, publicView(deps), feedSize);
  const { id: siteId, name: siteName, language } = deps.site;
  return {
    siteId,
    siteName,
    language,
    homeUrl: `${baseUrl}/`,
    items: posts.map((post) => toItem(post, addressBases(deps))),
  };
}

function toItem(
  { slug, excerpt, imageUrl, imageWidth, imageHeight, ...post }: FeedPost,
  bases: AddressBases,
): Feed["items"][number] {
  const image = imageUrl === null ? null : URL.parse(imageUrl, bases.media);
  return {
    ...post,
    url: `${bases.pages}${postPath}${encodeURIComponent(slug)}`,
    summary: excerpt,
    // Pictures of an address that only clients of the contract can read are of no use to a reader of feeds.
    image:
      image && ["http:", "https:"].includes(image.protocol)
        ? { url: image.href, mediaType: mediaTypeOf(image.pathname), width: imageWidth, height: imageHeight }
        : undefined,
  };
}

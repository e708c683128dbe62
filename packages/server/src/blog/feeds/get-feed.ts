import { Refusal } from "../../platform/context/errors.ts";
import { mediaTypeOf } from "../../platform/storage/file-store.ts";
import type { BlogContext } from "../blog-context.ts";
import type { UrlBases } from "../posts/post-json-sql.ts";
import { blogBaseUrl, languageQuery, postUrl, publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { matchesFilter } from "../posts/posts-store.ts";
import { categoryPath } from "../taxonomy/categories-store.ts";
import { tagPath } from "../taxonomy/tags-store.ts";
import type { Feed } from "./feed.ts";
import { type FeedPost, findFeedCategory, findFeedPosts, findFeedTag } from "./feed-posts-store.ts";

/** Posts that a feed holds. */
export const maxFeedItems = 50;

/** Selects the posts of a feed. Default: all. */
export interface FeedFilter {
  term?: { kind: "category" | "tag"; slug: string } | undefined;
  language?: string | undefined;
}

/**
 * The newest public posts with absolute URLs. Restricted posts have their public part.
 *
 * @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`.
 */
export async function getFeed(context: BlogContext, { term: label, language }: FeedFilter): Promise<Feed> {
  const { site } = context;
  const of = label && (await findTerm(context, label));
  const condition = matchesFilter({ ...of?.filter, language });
  const view = { condition, limit: maxFeedItems, siteLanguage: site.language };
  const posts = await findFeedPosts(context.db, publicVisibility(context), view);
  const name = of ? `${of.label} · ${site.name}` : site.name;
  const folderUrl = `${blogBaseUrl(context)}${of?.path ?? ""}/`;
  return {
    id: `urn:uuid:${of?.id ?? site.id}${language === undefined ? "" : `#${language}`}`,
    title: language === undefined ? name : `${name} (${language})`,
    description: of?.description ?? "",
    siteName: site.name,
    language: language ?? site.language,
    pageUrl: of ? folderUrl.slice(0, -1) : folderUrl,
    folderUrl,
    search: language === undefined ? "" : languageQuery(language),
    items: posts.map((post) => toFeedItem(post, urlBases(context))),
  };
}

const termKinds = {
  category: { find: findFeedCategory, path: categoryPath, field: "categoryIds", missing: "CATEGORY_NOT_FOUND" },
  tag: { find: findFeedTag, path: tagPath, field: "tagIds", missing: "TAG_NOT_FOUND" },
} as const;

async function findTerm({ db, site }: BlogContext, { kind, slug }: NonNullable<FeedFilter["term"]>) {
  const { find, path, field, missing } = termKinds[kind];
  const found = await find(db, site.id, slug, site.language);
  if (!found) throw new Refusal(missing);
  return { ...found, path: path + encodeURIComponent(found.slug), filter: { [field]: [found.id] } };
}

function toFeedItem(
  { slug, addressLanguage, excerpt, imageUrl, imageWidth, imageHeight, ...post }: FeedPost,
  bases: UrlBases,
): Feed["items"][number] {
  const image = imageUrl === null ? null : URL.parse(imageUrl, bases.media);
  return {
    ...post,
    url: postUrl(bases.pages, slug, addressLanguage),
    summary: excerpt,
    // Feed readers cannot load image URLs with custom schemes.
    image:
      image && ["http:", "https:"].includes(image.protocol)
        ? { url: image.href, mediaType: mediaTypeOf(image.pathname), width: imageWidth, height: imageHeight }
        : undefined,
  };
}

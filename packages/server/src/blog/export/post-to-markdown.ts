import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { stringify } from "yaml";
import { richContentToMarkdown } from "../rich-content/markdown/rich-content-to-markdown.ts";

/** Labels by id. */
export interface TermLabels {
  categories: Map<string, string>;
  tags: Map<string, string>;
}

interface PostLine {
  post: {
    id: string;
    slug: string;
    title: string;
    excerpt: string;
    status: string;
    language: string;
    rich_content: RichContent;
    authors: string[];
    hashtags: string[];
    pinned: boolean;
    featured: boolean;
    hero_image: WireImage | null;
    first_published_at: string | null;
    last_published_at: string | null;
    scheduled_at: string | null;
    created_at: string;
  };
  categoryIds: string[];
  tagIds: string[];
  formerPaths: { path: string }[];
}

/** In bytes; file systems allow 255. */
const maxFileNameBytes = 200;

/** Converts a post to a Markdown file with front matter that site generators read. `taken` keeps file names unique. */
export function postToMarkdown(json: string, names: TermLabels, taken: Set<string>): { name: string; text: string } {
  const { post, categoryIds, tagIds, formerPaths }: PostLine = JSON.parse(json);
  const isPublished = post.status === "PUBLISHED";
  const date = post.first_published_at ?? post.scheduled_at ?? post.created_at;
  const toFileUrl = (url: string) => (url.startsWith(mediaPath) ? `../media/${url.slice(mediaPath.length)}` : url);
  const updated = post.last_published_at;
  const frontMatter = {
    title: post.title,
    date: new Date(date).toISOString(),
    ...(updated !== null && updated !== post.first_published_at && { updated: new Date(updated).toISOString() }),
    slug: post.slug,
    ...(!isPublished && { draft: true, status: post.status }),
    ...(post.excerpt !== "" && { description: post.excerpt }),
    ...listMember(
      "categories",
      categoryIds.flatMap((id) => names.categories.get(id) ?? []),
    ),
    ...listMember(
      "tags",
      tagIds.flatMap((id) => names.tags.get(id) ?? []),
    ),
    ...listMember("authors", post.authors),
    ...listMember("hashtags", post.hashtags),
    ...listMember(
      "aliases",
      formerPaths.map(({ path }) => path),
    ),
    ...(post.hero_image && { cover: { src: toFileUrl(post.hero_image.url), alt: post.hero_image.altText ?? "" } }),
    ...(post.pinned && { pinned: true }),
    ...(post.featured && { featured: true }),
    language: post.language,
  };
  const text = `---\n${stringify(frontMatter, { lineWidth: 0 })}---\n\n${richContentToMarkdown(post.rich_content, toFileUrl)}\n`;
  return { name: fileName(post.slug, post.language, taken), text };
}

function listMember(key: string, values: readonly string[]): Record<string, readonly string[]> {
  return values.length === 0 ? {} : { [key]: values };
}

function fileName(slug: string, language: string, taken: Set<string>): string {
  let base = slug;
  while (Buffer.byteLength(base) > maxFileNameBytes) base = base.slice(0, -1).replace(/[\uD800-\uDBFF]$/, "");
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${base}.md` : `${base}.${language}${count === 2 ? "" : `-${count}`}.md`;
    // Some file systems ignore case.
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}

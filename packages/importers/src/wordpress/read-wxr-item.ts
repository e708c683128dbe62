import type { Article } from "../articles/article.ts";
import { readDate, textOfHtml } from "../articles/article-text.ts";
import type { ImportedComment } from "../import-entry.ts";
import { childrenOf, textOf, type XmlElement } from "../xml/read-xml-records.ts";
import type { Attachment, ShortcodeOptions } from "./shortcodes.ts";
import { type WordpressOptions, wordpressToHtml } from "./wordpress-html.ts";

/** Data shared by the items of an export. */
export interface WxrContext extends Pick<WordpressOptions, "findAttachment" | "findPattern"> {
  file: string;
  /** Display names by login. */
  authors: ReadonlyMap<string, string>;
  findAttachmentsOf(postId: string): ReturnType<ShortcodeOptions["findAttachmentsOf"]>;
}

const statuses: Readonly<Record<string, Pick<Article, "status" | "isUndated"> & { note?: string }>> = {
  publish: { status: "PUBLISHED" },
  future: { status: "SCHEDULED", isUndated: true },
  draft: { status: "UNPUBLISHED", isUndated: true },
  pending: { status: "IN_REVIEW", isUndated: true },
  private: { status: "UNPUBLISHED", note: "The post was private. It is imported as a draft, which only writers see." },
};

/** The type of an item: `post`, `page`, `attachment`, or one of a plugin. */
export function typeOf(item: XmlElement): string {
  return textOf(item, "wp:post_type") ?? "post";
}

/** The id of the item within its blog. */
export function idOf(item: XmlElement): string | undefined {
  return textOf(item, "wp:post_id");
}

/** Why an item is skipped, judging by its status and id; undefined if it is imported. */
export function findSkipReason(item: XmlElement): string | undefined {
  const status = textOf(item, "wp:status") ?? "publish";
  if (status === "trash") return "The post is in the trash and is left out.";
  if (status === "auto-draft") return "The post was never saved and is left out.";
  if (!Object.hasOwn(statuses, status))
    return `Its status "${status.slice(0, 50)}" is not supported; the post is left out.`;
  return idOf(item) === undefined ? "The item has no wp:post_id and is left out." : undefined;
}

/** The slug, date and addresses of an item. */
export function readArticleHead(
  item: XmlElement,
  now: Date,
): Pick<Article, "key" | "wantedSlug" | "date" | "addresses" | "isPage"> {
  const title = textOf(item, "title") ?? "";
  const id = idOf(item) ?? "";
  const link = textOf(item, "link");
  const name = textOf(item, "wp:post_name");
  const oldNames = metaOf(item, "_wp_old_slug").flatMap((old) => {
    const url = link === undefined ? null : URL.parse(link);
    return url && name !== undefined && url.pathname.includes(name) ? [url.href.replace(name, old)] : [];
  });
  return {
    key: `wordpress:${id}`,
    wantedSlug: decodeName(name) ?? (title === "" ? id : title.toLowerCase()),
    date: dateOf(item, "wp:post_date_gmt", "wp:post_date") ?? readDate(textOf(item, "pubDate")) ?? now,
    addresses: [...(link === undefined ? [] : [link]), ...oldNames, `/?p=${id}`],
    ...(typeOf(item) === "page" && { isPage: true }),
  };
}

/** Converts a post or page for which {@link findSkipReason} is undefined. */
export function readArticle(
  item: XmlElement,
  { file, authors, findAttachment, findAttachmentsOf, findPattern }: WxrContext,
  now: Date,
): Article {
  const { line } = item;
  const notes: Article["notes"] = [];
  const addNote = (reason: string) => notes.push({ file, line, reason });
  const head = readArticleHead(item, now);
  const {
    status,
    isUndated,
    note: statusNote,
  } = statuses[textOf(item, "wp:status") ?? "publish"] ?? {
    status: "UNPUBLISHED",
  };
  if (statusNote !== undefined) addNote(statusNote);
  const isLocked = textOf(item, "wp:post_password") !== undefined;
  if (isLocked) addNote("The post had a password. It is imported as a draft, which only writers see.");
  // A post that became due after the export is published with its date.
  const isDue = status === "SCHEDULED" && head.date <= now;
  const login = textOf(item, "dc:creator");
  const terms = childrenOf(item, "category");
  const cover = metaOf(item, "_thumbnail_id").flatMap((id) => findAttachment(id) ?? [])[0];
  const excerpt = textOfHtml(textOf(item, "excerpt:encoded") ?? "");
  return {
    ...head,
    title: textOfHtml(textOf(item, "title") ?? ""),
    html: wordpressToHtml(textOf(item, "content:encoded") ?? "", {
      findAttachment,
      findAttachmentsOf: (postId = idOf(item) ?? "") => findAttachmentsOf(postId),
      findPattern,
      footnotes: metaOf(item, "footnotes")[0],
      warn: addNote,
    }),
    ...(excerpt !== "" && { excerpt }),
    ...changedOf(item),
    authors: login === undefined ? [] : [authors.get(login) ?? login],
    categories: terms
      .filter(({ attributes }) => attributes.domain === "category")
      .map(({ text, attributes: { nicename } }) => ({ label: textOfHtml(text), ...slugOf(nicename) })),
    tagLabels: terms.filter(({ attributes }) => attributes.domain === "post_tag").map(({ text }) => textOfHtml(text)),
    ...(cover && { cover }),
    status: isLocked ? "UNPUBLISHED" : isDue ? "PUBLISHED" : status,
    ...(isUndated && !isDue && { isUndated }),
    ...(textOf(item, "wp:is_sticky") === "1" && { pinned: true }),
    comments: childrenOf(item, "wp:comment").flatMap((comment) => readComment(comment) ?? []),
    file,
    line,
    notes,
  };
}

/** A file of the media library, by its number. */
export function readAttachment(item: XmlElement): { id: string; attachment: Attachment } | undefined {
  const id = idOf(item);
  const url = textOf(item, "wp:attachment_url") ?? textOf(item, "guid");
  if (id === undefined || url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return {
    id,
    attachment: {
      url: url.slice(0, 2000),
      altText: metaOf(item, "_wp_attachment_image_alt")[0]?.slice(0, 1000),
      caption: textOf(item, "excerpt:encoded")?.slice(0, 1000),
      postId: textOf(item, "wp:post_parent"),
      link: textOf(item, "link")?.slice(0, 2000),
      order: Number(textOf(item, "wp:menu_order")) || 0,
    },
  };
}

function metaOf(item: XmlElement, key: string): string[] {
  return childrenOf(item, "wp:postmeta").flatMap((meta) =>
    textOf(meta, "wp:meta_key") === key ? (textOf(meta, "wp:meta_value") ?? []) : [],
  );
}

function changedOf(item: XmlElement): { changed?: Date } {
  const changed = dateOf(item, "wp:post_modified_gmt", "wp:post_modified");
  return changed ? { changed } : {};
}

/** Reads the UTC element. Drafts have none, and their local date is used. */
function dateOf(element: XmlElement, utc: string, local: string): Date | undefined {
  return readDate(textOf(element, utc)) ?? readDate(textOf(element, local));
}

function slugOf(nicename: string | undefined): { slug?: string } {
  const slug = decodeName(nicename);
  return slug === undefined ? {} : { slug };
}

/** WordPress percent-encodes slugs and truncates them at 200 characters, possibly within an encoded character. */
export function decodeName(name: string | undefined): string | undefined {
  if (name === undefined || name === "") return undefined;
  try {
    return decodeURIComponent(name.replace(/%[0-9a-f]?$/i, ""));
  } catch {
    return name.replace(/%/g, "");
  }
}

const commentStatuses: Readonly<Record<string, ImportedComment["status"]>> = {
  "1": "APPROVED",
  approve: "APPROVED",
  "0": "PENDING",
  hold: "PENDING",
  spam: "SPAM",
  trash: "TRASH",
};

function readComment(comment: XmlElement): ImportedComment | undefined {
  const id = textOf(comment, "wp:comment_id");
  const date = dateOf(comment, "wp:comment_date_gmt", "wp:comment_date");
  if (id === undefined || date === undefined) return undefined;
  const parent = textOf(comment, "wp:comment_parent");
  const email = textOf(comment, "wp:comment_author_email");
  const url = textOf(comment, "wp:comment_author_url");
  return {
    id: id.slice(0, 100),
    ...(parent !== undefined && parent !== "0" && { parentId: parent.slice(0, 100) }),
    author: (textOf(comment, "wp:comment_author") ?? "").slice(0, 200),
    ...(email !== undefined && { email: email.slice(0, 320) }),
    ...(url !== undefined && { url: url.slice(0, 2000) }),
    date: date.toISOString(),
    text: textOf(comment, "wp:comment_content") ?? "",
    status: commentStatuses[textOf(comment, "wp:comment_approved") ?? "0"] ?? "PENDING",
  };
}

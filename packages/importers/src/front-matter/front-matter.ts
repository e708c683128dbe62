import { readWriters } from "./front-matter-authors.ts";
import { type CoverReference, findCover } from "./front-matter-cover.ts";
import { createHeadFields, type HeadFields, readFlag } from "./front-matter-fields.ts";
import { type HeadNote, readHead } from "./front-matter-formats.ts";

export { FrontMatterError } from "./front-matter-formats.ts";

/**
 * What the head of a Markdown file says about its post, by the names that Zola, Hugo, Jekyll and Astro have for it; keys that
 * the import has no use for are in `raw`.
 */
export interface FrontMatter {
  title: string | undefined;
  /** Last part of `path`, or `slug`. Not yet fitted to the rules of this site. */
  slug: string | undefined;
  /** Site path that the post had, without slashes at its ends: `2020/07/16/Rust-1.45.0`. */
  path: string | undefined;
  /** A path with places to be filled in: `/:categories/:title/`. */
  permalink: string | undefined;
  /** UTC; midnight when only a day is given. */
  date: Date | undefined;
  /** When the text was last changed. */
  updated: Date | undefined;
  /** When the post is to be shown no more. */
  expires: Date | undefined;
  authors: string[];
  /** Further site paths, as written. */
  aliases: string[];
  team: string | undefined;
  teamUrl: string | undefined;
  isRelease: boolean;
  isDraft: boolean;
  description: string | undefined;
  tags: string[];
  categories: string[];
  cover: CoverReference | undefined;
  /** What the author puts behind the part of the text that introduces it. */
  excerptSeparator: string | undefined;
  raw: Record<string, unknown>;
}

/** Result of {@link readFrontMatter}. */
export interface FrontMatterReading {
  frontMatter: FrontMatter;
  /** The Markdown after the head. */
  body: string;
  /** Line of the file on which `body` begins; the file's first line is 1. */
  bodyLine: number;
  /** Values of the wrong kind and the like, which were passed over. */
  notes: HeadNote[];
}

export interface FrontMatterOptions {
  /** A text where a list may stand is a list of words: `tags: news rust`. */
  listsByWords?: boolean;
}

/**
 * Splits a Markdown file into its head (YAML, TOML or JSON) and its body.
 * @throws {FrontMatterError} when there is no head, when it does not end, or when it cannot be read.
 */
export function readFrontMatter(
  markdown: string,
  { listsByWords = false }: FrontMatterOptions = {},
): FrontMatterReading {
  const head = readHead(markdown);
  const notes = [...head.notes];
  const fields = createHeadFields(head, notes);
  const authors = readWriters(fields, notes);
  const frontMatter = { ...readFields(fields, listsByWords ? "words" : "commas"), authors, raw: head.values };
  return { frontMatter, body: head.body, bodyLine: head.bodyLine, notes };
}

function readFields(fields: HeadFields, separator: "commas" | "words"): Omit<FrontMatter, "raw" | "authors"> {
  const extra = fields.table("extra");
  const taxonomies = fields.table("taxonomies");
  const permalink = fields.text("permalink");
  const hasPlaces = permalink?.includes(":") === true && !/^https?:/i.test(permalink);
  const address = fields.text("path", "url") ?? (hasPlaces ? undefined : permalink);
  const path = address?.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/^\/+|\/+$/g, "") || undefined;
  return {
    title: fields.text("title"),
    slug:
      path
        ?.split("/")
        .at(-1)
        ?.replace(/\.html?$/i, "") ?? fields.text("slug"),
    path,
    permalink: hasPlaces ? permalink : undefined,
    date: readDate(fields, path),
    updated: fields.date("updatedDate", "lastmod", "updated", "last_modified_at", "modified", "modDatetime"),
    expires: fields.date("expiryDate", "unpublishDate"),
    aliases: [...fields.texts("aliases"), ...fields.texts("redirect_from"), ...fields.texts("alias")],
    team: extra.text("team"),
    teamUrl: extra.text("team_url"),
    isRelease: extra.flag("release") === true,
    isDraft: fields.flag("draft") === true || readFlag(fields.find("published")?.value) === false,
    description: fields.text("excerpt", "summary", "description"),
    tags: [...new Set([...taxonomies.texts("tags"), ...fields.texts("tags", separator), ...fields.texts("tag")])],
    categories: [
      ...new Set([
        ...taxonomies.texts("categories"),
        ...fields.texts("categories", separator),
        ...fields.texts("category"),
      ]),
    ],
    cover: findCover(fields),
    excerptSeparator: fields.text("excerpt_separator"),
  };
}

function readDate(fields: HeadFields, path: string | undefined): Date | undefined {
  // Jekyll says with "published" whether a post is one, others say since when.
  const isSwitch = readFlag(fields.find("published")?.value) !== undefined;
  const date = fields.date("date", "pubDate", "pubDatetime", "publishedAt", ...(isSwitch ? [] : ["published"]));
  const shown = fields.date("publishDate");
  if (date && shown) return date > shown ? date : shown;
  return date ?? shown ?? dayInPath(fields, path);
}

/** The day in a path such as `2020/07/16/name` or `inside-rust/2020/07/16/name`. */
function dayInPath(fields: HeadFields, path: string | undefined): Date | undefined {
  const day = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\/[^/]+$/.exec(path ?? "");
  return day === null ? undefined : fields.readDay(`${day[1]}-${day[2]}-${day[3]}`, "path");
}

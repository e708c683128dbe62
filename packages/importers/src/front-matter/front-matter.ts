import { type CoverReference, findCover, readAuthors } from "./cover-and-authors.ts";
import { createHeadFields, type FrontMatterFields, readFlag } from "./front-matter-fields.ts";
import { type FrontMatterNote, splitFrontMatter } from "./front-matter-formats.ts";

export { FrontMatterError } from "./front-matter-formats.ts";

/** The front matter of a Markdown file, by the keys of Zola, Hugo, Jekyll and Astro; other keys are in `raw`. */
export interface FrontMatter {
  title: string | undefined;
  /** The last segment of `path`, or `slug`. Not validated. */
  slug: string | undefined;
  /** Path of the post on its old site, without leading and trailing slashes: `2020/07/16/Rust-1.45.0`. */
  path: string | undefined;
  /** A path with placeholders: `/:categories/:title/`. */
  permalink: string | undefined;
  /** UTC; midnight for a day. */
  date: Date | undefined;
  /** Time of the last change. */
  updated: Date | undefined;
  /** Time after which the post is not shown. */
  expires: Date | undefined;
  authors: string[];
  /** Additional paths, unchanged. */
  aliases: string[];
  team: string | undefined;
  teamUrl: string | undefined;
  isRelease: boolean;
  isDraft: boolean;
  description: string | undefined;
  tags: string[];
  categories: string[];
  cover: CoverReference | undefined;
  /** Marks the end of the post's introduction. */
  excerptSeparator: string | undefined;
  raw: Record<string, unknown>;
}

/** Result of {@link readFrontMatter}. */
export interface FrontMatterReading {
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** Line of the file on which `body` starts, from 1. */
  bodyLine: number;
  /** Values that were skipped, such as those of the wrong type. */
  notes: FrontMatterNote[];
}

export interface FrontMatterOptions {
  /** Whether a text in place of a list is split into words: `tags: news rust`. */
  listsByWords?: boolean;
}

/**
 * Splits a Markdown file into front matter (YAML, TOML or JSON) and body.
 *
 * @throws {FrontMatterError} if front matter is missing, not closed, or cannot be read.
 */
export function readFrontMatter(
  markdown: string,
  { listsByWords = false }: FrontMatterOptions = {},
): FrontMatterReading {
  const head = splitFrontMatter(markdown);
  const notes = [...head.notes];
  const fields = createHeadFields(head, notes);
  const authors = readAuthors(fields, notes);
  const frontMatter = { ...readFields(fields, listsByWords ? "words" : "commas"), authors, raw: head.values };
  return { frontMatter, body: head.body, bodyLine: head.bodyLine, notes };
}

function readFields(fields: FrontMatterFields, separator: "commas" | "words"): Omit<FrontMatter, "raw" | "authors"> {
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

function readDate(fields: FrontMatterFields, path: string | undefined): Date | undefined {
  // `published` is a flag in Jekyll, and a date in other generators.
  const isSwitch = readFlag(fields.find("published")?.value) !== undefined;
  const date = fields.date("date", "pubDate", "pubDatetime", "publishedAt", ...(isSwitch ? [] : ["published"]));
  const shown = fields.date("publishDate");
  if (date && shown) return date > shown ? date : shown;
  return date ?? shown ?? dayInPath(fields, path);
}

/** The day in a path such as `2020/07/16/name` or `inside-rust/2020/07/16/name`. */
function dayInPath(fields: FrontMatterFields, path: string | undefined): Date | undefined {
  const day = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\/[^/]+$/.exec(path ?? "");
  return day === null ? undefined : fields.readDay(`${day[1]}-${day[2]}-${day[3]}`, "path");
}

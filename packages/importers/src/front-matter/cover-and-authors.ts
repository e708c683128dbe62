import { truncateAtWord } from "@porchlight/contract/blog/rich-content/plain-text";
import { type FrontMatterFields, isTable, textOf } from "./front-matter-fields.ts";
import type { FrontMatterNote } from "./front-matter-formats.ts";

/** Lists of posts and feeds repeat the names with each post. */
const maxWriters = 50;
/** Enough for names of groups. */
const nameMaxLength = 200;

/** The distinct names in `authors` and `author`, up to the limit. */
export function readAuthors(fields: FrontMatterFields, notes: FrontMatterNote[]): string[] {
  const written = [...new Set([...fields.texts("authors"), ...fields.texts("author")])];
  const line = fields.lineOf(fields.find("authors", "author")?.name ?? "");
  const addNote = (reason: string) => notes.push({ line, reason });
  if (written.length > maxWriters) addNote(`A post has at most ${maxWriters} writers; the others are left out.`);
  const names = written.slice(0, maxWriters);
  if (names.some((name) => name.length > nameMaxLength))
    addNote(`The name of a writer is longer than ${nameMaxLength} characters; it is cut.`);
  return names.map((name) => (name.length > nameMaxLength ? truncateAtWord(name, nameMaxLength) : name));
}

/** The image of a post as front matter names it. */
export interface CoverReference {
  src: string;
  alt: string | undefined;
  /** Line of the file. */
  line: number;
}

/** Keys of the image in themes, the unambiguous ones first. */
const coverNames = [
  "cover",
  "coverImage",
  "cover_image",
  "heroImage",
  "hero_image",
  "hero",
  "featured_image",
  "featuredImage",
  "feature_image",
  "image",
  "images",
  "banner",
  "header",
  "thumbnail",
  "teaser",
  "ogImage",
  "og_image",
  "socialImage",
];
/** Keys within a table of the image. */
const partNames = ["src", "url", "path", "image", "file", "overlay_image", "teaser"];

/** The first image in the front matter, or in one of the tables in which Zola and Hugo have keys of the theme. */
export function findCover(fields: FrontMatterFields): CoverReference | undefined {
  for (const name of coverNames) {
    const found = fields.find(name);
    const cover = found && readCover(found.value);
    if (!found || !cover) continue;
    const alt = cover.alt ?? fields.text(`${name}Alt`, `${name}_alt`, "imageAlt", "image_alt");
    return { src: cover.src, alt, line: fields.lineOf(found.name) };
  }
  for (const name of ["extra", "params"]) {
    if (!isTable(fields.find(name)?.value)) continue;
    const cover = findCover(fields.table(name));
    if (cover) return cover;
  }
  return undefined;
}

function readCover(value: unknown): { src: string; alt: string | undefined } | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : readCover(value[0]);
  if (!isTable(value)) return typeof value === "string" ? asSource(textOf(value), undefined) : undefined;
  const src = partNames.map((name) => textOf(value[name])).find((text) => text !== undefined);
  return asSource(src, textOf(value.alt));
}

/** Themes also store words like `wide` and colors under these keys. */
function asSource(src: string | undefined, alt: string | undefined) {
  return src !== undefined && /[./]/.test(src) ? { src, alt } : undefined;
}

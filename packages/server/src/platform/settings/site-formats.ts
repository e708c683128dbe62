import { mediaPath } from "@porchlight/contract/media/media-file";
import { z } from "zod";
import { isSingleLine } from "../i18n/texts.ts";

/** A link in the header or footer of the site. */
export interface SiteLink {
  label: string;
  /** A path of the site, or an https URL. */
  href: string;
}

const maxLinks = 12;
const maxLabelLength = 40;

/** Parses a list such as `Tools:/collections/Tools, Shop:https://shop.example`. */
export const linkList = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((item) => toLink(item.trim()))
      .map(({ label, href }) => `${label}:${href}`),
  )
  .refine(
    (links) => links.length <= maxLinks && links.map(toLink).every(isValidLink),
    `must be a list of up to ${maxLinks} links, each a label of up to ${maxLabelLength} characters and a path of the site or an https URL, such as "Tools:/collections/Tools, Shop:https://shop.example", or off.`,
  );

/** Browsers interpret `//` and `/\\` as the start of a host. */
const isValidLink = ({ label, href }: SiteLink) =>
  isSingleLine(label, maxLabelLength) && (/^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(href) || isHttpsUrl(href));

/** Whether `text` is an https URL. */
export const isHttpsUrl = (text: string): boolean => /^https:\/\/[\x21-\x7e]{1,500}$/.test(text) && URL.canParse(text);

/** Whether `text` is the path of a file of the media library, or an https URL. */
export const isImageAddress = (text: string): boolean =>
  (text.startsWith(mediaPath) && /^[\w/.-]{1,200}$/.test(text)) || isHttpsUrl(text);

/** The links of a setting that {@link linkList} has parsed. */
export function siteLinks(links: readonly string[]): SiteLink[] {
  return links.map(toLink);
}

function toLink(link: string): SiteLink {
  const { label = "", href = "" } = /^(?<label>.*?):(?<href>(?:\/|https:\/\/).*)$/.exec(link)?.groups ?? {};
  return { label: label.trim(), href };
}

/** A section of the home page. */
export interface HomeSection {
  kind: "intro" | "featured" | "latest" | "category" | "collection" | "page" | "categories" | "join";
  /** Of the category or page. */
  slug?: string;
  collectionId?: string;
  /** How many posts or items it shows. */
  limit?: number;
}

const maxSections = 12;
const sectionFormats = [
  /^(?<kind>intro|categories|join)$/,
  /^(?<kind>featured|latest)(?::(?<limit>\d{1,2}))?$/,
  /^(?<kind>category):(?<slug>[\p{L}\p{N}_-]{1,100})(?::(?<limit>\d{1,2}))?$/u,
  /^(?<kind>collection):(?<collectionId>[\w-]{1,100}(?:\/[\w-]{1,100})?)(?::(?<limit>\d{1,2}))?$/,
  /^(?<kind>page):(?<slug>[\p{L}\p{N}_-]{1,100})$/u,
];
/** The most posts or items that a section shows. */
const maxCards = 24;

/** Parses a list such as `intro, latest:9, category:news:3`. */
export const homeSectionList = z
  .string()
  .transform((text) => text.split(",").map((section) => section.trim()))
  .refine(
    (sections) => sections.length <= maxSections && sections.every((section) => toSection(section)),
    `must be a list of up to ${maxSections} of intro, featured, latest, category:<slug>, collection:<id>, page:<slug>, categories, and join, those with posts or items with up to ${maxCards} of them, such as "intro, latest:9, category:news:3, page:about", or off.`,
  )
  .refine((sections) => sections.indexOf("intro") <= 0, "must have intro first.")
  .refine((sections) => new Set(sections.map(nameOf)).size === sections.length, "contains a section twice.");

/** Without the number of posts or items. */
function nameOf(section: string): string {
  const { kind, slug, collectionId } = toSection(section) ?? {};
  return `${kind}:${slug ?? collectionId}`;
}

/** The sections of a setting that {@link homeSectionList} has parsed. */
export function homeSections(sections: readonly string[]): HomeSection[] {
  return sections.flatMap((section) => toSection(section) ?? []);
}

function toSection(section: string): HomeSection | undefined {
  const groups = sectionFormats.map((format) => format.exec(section)?.groups).find((found) => found);
  if (!groups) return undefined;
  const { kind, slug, collectionId, limit } = groups;
  const count = Number(limit ?? 1);
  if (count < 1 || count > maxCards) return undefined;
  return {
    kind: kind as HomeSection["kind"],
    ...(slug !== undefined && { slug }),
    ...(collectionId !== undefined && { collectionId }),
    ...(limit !== undefined && { limit: count }),
  };
}

const maxDeclarations = 50;
const maxCssLength = 4_000;
/** No `:`, `;`, `<`, braces, or backslashes: a value cannot end its declaration, and contains no URL. */
const declarationFormat = /^--(?:site|page)-[a-z0-9-]{1,50}: [\w #%.,()+*/'"-]{1,300}$/;

/** Parses declarations of custom properties, separated by semicolons or lines. */
export const cssDeclarations = z
  .string()
  .max(maxCssLength, `can have at most ${maxCssLength} characters.`)
  .transform((text) =>
    text
      .split(/[;\n]/)
      .map((declaration) => declaration.trim().replace(/\s*:\s*/, ": "))
      .filter((declaration) => declaration !== ""),
  )
  .refine(
    (declarations) =>
      declarations.length >= 1 &&
      declarations.length <= maxDeclarations &&
      declarations.every((declaration) => declarationFormat.test(declaration) && isBalanced(declaration)),
    `must be up to ${maxDeclarations} declarations of custom properties whose names start with --site- or --page-, such as "--site-radius: 0; --page-width: 70rem", without url(), or be off.`,
  )
  .transform((declarations) => declarations.join("; "));

/** Whether parentheses and quotes are closed and there is no comment, so that the next declarations stay intact. */
function isBalanced(declaration: string): boolean {
  if (/(?:url|image|image-set|src)\s*\(|\/\*|\*\//i.test(declaration)) return false;
  const rest = declaration.replace(/"[^"]*"|'[^']*'/g, "");
  if (/["']/.test(rest)) return false;
  let depth = 0;
  for (const character of rest) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

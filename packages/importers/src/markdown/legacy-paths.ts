import type { SiteConfig } from "../folder/site-config.ts";
import type { SiteLocation } from "../folder/site-layout.ts";
import type { FrontMatter } from "../front-matter/front-matter.ts";

/** What the address of a post on its old site depends on. */
export interface PathFacts {
  location: SiteLocation;
  config: SiteConfig;
  frontMatter: FrontMatter;
  /** Path within the content folder without its extension: `posts/2024-05-06-name`. */
  name: string;
  /** The last segment of `name` without a day. */
  baseName: string;
  date: Date;
}

/** Named patterns of Jekyll. Source: Jekyll, "Permalinks". */
const jekyllStyles: Record<string, string> = {
  date: "/:categories/:year/:month/:day/:title.html",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title.html",
  none: "/:categories/:title.html",
};

/**
 * The probable paths of a post whose front matter has none: by the pattern of its site, or by the default of its
 * generator. The most likely path is first.
 */
export function probableLegacyPaths(facts: PathFacts): string[] {
  const addresses = addressesWithin(facts);
  const base = facts.config.baseUrl === undefined ? "/" : new URL(facts.config.baseUrl).pathname;
  return base === "/" ? addresses : [...addresses, ...addresses.map((address) => `${base}${address}`)];
}

function addressesWithin(facts: PathFacts): string[] {
  const { location, config, frontMatter, name, baseName } = facts;
  if (frontMatter.path !== undefined || location.kind === "plain") return [];
  const folders = name.split("/").slice(0, -1);
  const pattern = frontMatter.permalink ?? config.permalinks.get(folders[0] ?? "");
  if (location.kind === "jekyll") {
    const wanted = frontMatter.permalink ?? config.permalink ?? "date";
    return [fillPattern(Object.hasOwn(jekyllStyles, wanted) ? (jekyllStyles[wanted] ?? "") : wanted, facts)];
  }
  const own = frontMatter.slug ?? baseName;
  const last = name.split("/").at(-1) ?? name;
  const addresses = [own, ...(frontMatter.slug === undefined ? [last] : [])].flatMap((part) => {
    const address = `${location.addressRoot}/${[...folders, part].join("/")}`;
    return [address, address.toLowerCase().replace(/\s+/g, "-")];
  });
  return [...new Set([...(pattern === undefined ? [] : [fillPattern(pattern, facts)]), ...addresses])];
}

/** Source: Jekyll, "Permalinks"; Hugo, "Configure permalinks"; Hexo, "Permalinks". */
function fillPattern(pattern: string, { location, frontMatter, name, baseName, date }: PathFacts): string {
  const slug = frontMatter.slug ?? baseName;
  const categories = [...location.categories, ...frontMatter.categories].map(asAddressPart);
  const folders = name.split("/").slice(0, -1);
  const two = (number: number) => String(number).padStart(2, "0");
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 0);
  const places: Record<string, string> = {
    year: String(date.getUTCFullYear()),
    short_year: two(date.getUTCFullYear() % 100),
    month: two(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    y_day: String(Math.floor((date.getTime() - yearStart) / 86_400_000)).padStart(3, "0"),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    categories: categories.join("/"),
    category: categories[0] ?? "",
    // In Hugo the title is the post's, elsewhere the file's. Hugo has several placeholders for the file.
    title: location.kind === "content" ? asAddressPart(frontMatter.title ?? slug) : slug,
    slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    filename: baseName,
    contentbasename: baseName,
    name: baseName,
    section: folders[0] ?? "",
    sections: folders.join("/"),
    output_ext: ".html",
    lang: "",
  };
  const filled = pattern.replace(/:([a-z_]+)/g, (whole, word: string) =>
    Object.hasOwn(places, word) ? (places[word] ?? "") : whole,
  );
  return `/${filled
    .split("/")
    .filter((part) => part !== "")
    .join("/")}`;
}

/** Converts words to an address segment as generators do. */
function asAddressPart(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\-_.~]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

import { createHeadFields, isTable, textOf } from "../front-matter/front-matter-fields.ts";
import { FrontMatterError, type HeadNote, parseTable } from "../front-matter/front-matter-formats.ts";

/** What the import needs to know of the configuration of a site. */
export interface SiteConfig {
  /** Where the site was: `https://example.org/blog`, without a slash at the end. */
  baseUrl: string | undefined;
  /** Pattern of the addresses of posts, or the name of one of Jekyll's. */
  permalink: string | undefined;
  /** The same for each folder of `content`. */
  permalinks: ReadonlyMap<string, string>;
  excerptSeparator: string | undefined;
}

export const emptySiteConfig: SiteConfig = {
  baseUrl: undefined,
  permalink: undefined,
  permalinks: new Map(),
  excerptSeparator: undefined,
};

/** Files below a site's folder that may hold its configuration. Of several the first one counts. */
export const siteConfigFiles: readonly string[] = [
  "_config.yml",
  "_config.yaml",
  "../_config.yml",
  ...["hugo", "config", "config/_default/hugo", "config/_default/config", "zola"].flatMap((name) =>
    ["toml", "yaml", "yml", "json"].map((extension) => `${name}.${extension}`),
  ),
];

/** Reads the configuration of Jekyll, Hugo, Zola or Hexo; `name` says in which format it is. */
export function readSiteConfig(text: string, name: string): { config: SiteConfig; notes: HeadNote[] } {
  const notes: HeadNote[] = [];
  try {
    const values = parseTable(text, name.slice(name.lastIndexOf(".") + 1), notes);
    const fields = createHeadFields({ values, lines: text.split("\n") }, notes);
    // Jekyll has the host and the path below it in two, the others in one.
    const base = fields.text("baseURL", "base_url") ?? "";
    const url = base.includes("://") ? base : `${fields.text("url") ?? ""}${base}`;
    const config = {
      baseUrl: /^https?:\/\//i.test(url) && URL.canParse(url) ? url.replace(/\/+$/, "") : undefined,
      permalink: fields.text("permalink"),
      permalinks: readPermalinks(fields.find("permalinks")?.value),
      excerptSeparator: fields.text("excerpt_separator"),
    };
    return { config, notes };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const reason = `The site's configuration cannot be read; former addresses may be missing. ${error.message}`;
    return { config: emptySiteConfig, notes: [{ line: error.line, reason }] };
  }
}

/** Hugo: by folder, or by folder within `page`. */
function readPermalinks(value: unknown): Map<string, string> {
  const patterns = new Map<string, string>();
  if (!isTable(value)) return patterns;
  for (const [folder, pattern] of Object.entries({ ...value, ...(isTable(value.page) ? value.page : {}) })) {
    const text = textOf(pattern);
    if (text !== undefined) patterns.set(folder, text);
  }
  return patterns;
}

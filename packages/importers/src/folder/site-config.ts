import { createHeadFields, isTable, textOf } from "../front-matter/front-matter-fields.ts";
import { FrontMatterError, type FrontMatterNote, parseTable } from "../front-matter/front-matter-formats.ts";

/** The configuration of a site, as far as the import uses it. */
export interface SiteConfig {
  /** Address of the site without a trailing slash: `https://example.org/blog`. */
  baseUrl: string | undefined;
  /** Pattern of the addresses of posts, or the name of a pattern of Jekyll. */
  permalink: string | undefined;
  /** Patterns by folder of `content`. */
  permalinks: ReadonlyMap<string, string>;
  excerptSeparator: string | undefined;
}

export const emptySiteConfig: SiteConfig = {
  baseUrl: undefined,
  permalink: undefined,
  permalinks: new Map(),
  excerptSeparator: undefined,
};

/** Possible configuration files of a site. The first existing one is used. */
export const siteConfigFiles: readonly string[] = [
  "_config.yml",
  "_config.yaml",
  "../_config.yml",
  ...["hugo", "config", "config/_default/hugo", "config/_default/config", "zola"].flatMap((name) =>
    ["toml", "yaml", "yml", "json"].map((extension) => `${name}.${extension}`),
  ),
];

/** Reads the configuration of Jekyll, Hugo, Zola or Hexo. The extension of `name` determines the format. */
export function readSiteConfig(text: string, name: string): { config: SiteConfig; notes: FrontMatterNote[] } {
  const notes: FrontMatterNote[] = [];
  try {
    const values = parseTable(text, name.slice(name.lastIndexOf(".") + 1), notes);
    const fields = createHeadFields({ values, lines: text.split("\n") }, notes);
    // Jekyll separates the host and the path.
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

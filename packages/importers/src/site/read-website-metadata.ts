import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { brandColorOf, toWebsiteMetadata } from "../articles/website-metadata.ts";
import type { FetchFile } from "../feeds/fetch-source.ts";
import type { CrawledPage } from "./parse-crawled-page.ts";
import type { PreparedPage } from "./prepare-page.ts";

const maxStylesheets = 2;
const maxStylesheetBytes = 1024 * 1024;
/** Not WordPress's color of its administration, which all of its pages have. */
const accentProperty =
  /--(?!wp-admin)(?:[a-z0-9]+-)*(?:accent|brand|primary|theme)(?:-color)?\s*:\s*(#(?:[0-9a-f]{6}|[0-9a-f]{3}))\s*[;}]/i;

/** Reads name, tagline, language, color and pictures of a site from its home page and style sheets. */
export async function readWebsiteMetadata(
  page: CrawledPage,
  { styles }: Pick<PreparedPage, "styles">,
  fetchFile: FetchFile,
): Promise<WebsiteMetadata> {
  const { siteName, title, description, language, icon, logo } = page;
  const name = siteName ?? title.split(/\s[|–—·-]\s/)[0];
  let color = brandColorOf(page.color);
  color ??= styles.flatMap((text) => accentIn(text) ?? [])[0];
  for (const url of page.stylesheets.slice(0, maxStylesheets)) {
    if (color !== undefined) break;
    if (new URL(url).origin !== new URL(page.address).origin) continue;
    const result = await fetchFile(url, { maxBytes: maxStylesheetBytes, accept: "text/css" });
    if (!("reason" in result) && result.status === 200) color = accentIn(result.bytes.toString("utf8"));
  }
  return toWebsiteMetadata({ name, tagline: description, language, color, logo, icon });
}

function accentIn(css: string): string | undefined {
  return brandColorOf(accentProperty.exec(css)?.[1]);
}

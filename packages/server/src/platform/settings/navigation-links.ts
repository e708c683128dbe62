import { isOneLine } from "../i18n/single-line-text.ts";
import type { SettingValues } from "./settings.ts";

/** A link beside the site's own in the head of its pages. */
export interface SiteLink {
  label: string;
  /** A path of the site. */
  href: string;
}

const mostLinks = 8;
const longestLabel = 40;

/** Links as the setting `navigation` keeps them, `Tools:/collections/Tools`; undefined for what is no list of them. */
export function readLinks(text: string): string[] | undefined {
  const links = text.split(",").map((link) => link.trim());
  if (links.length > mostLinks) return undefined;
  return links.every((link) => {
    const { label, href } = toLink(link);
    // Browsers read `//` and `/\` as the beginning of another host.
    return isOneLine(label, longestLabel) && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(href);
  })
    ? links.map(toLink).map(({ label, href }) => `${label}:${href}`)
    : undefined;
}

/** The links of the setting `navigation`; none where the owner has given none. */
export function siteLinks({ navigation }: Pick<SettingValues, "navigation">): SiteLink[] | undefined {
  return navigation.length > 0 ? navigation.map(toLink) : undefined;
}

function toLink(link: string): SiteLink {
  const colon = link.indexOf(":/");
  return { label: link.slice(0, Math.max(colon, 0)).trim(), href: link.slice(colon + 1) };
}

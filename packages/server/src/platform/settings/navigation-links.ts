import { isSingleLine } from "../i18n/texts.ts";
import type { SettingValues } from "./settings.ts";

/** An additional link in the page header. */
export interface NavigationLink {
  label: string;
  /** A path of the site. */
  href: string;
}

const maxLinks = 8;
const maxLabelLength = 40;

/** Parses the setting `navigation`, such as `Tools:/collections/Tools`; undefined if it is invalid. */
export function parseNavigation(text: string): string[] | undefined {
  const links = text.split(",").map((link) => link.trim());
  if (links.length > maxLinks) return undefined;
  return links.every((link) => {
    const { label, href } = toLink(link);
    // Browsers interpret `//` and `/\` as the start of a host.
    return isSingleLine(label, maxLabelLength) && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(href);
  })
    ? links.map(toLink).map(({ label, href }) => `${label}:${href}`)
    : undefined;
}

/** Links of the setting `navigation`, if any. */
export function navigationLinks({ navigation }: Pick<SettingValues, "navigation">): NavigationLink[] | undefined {
  return navigation.length > 0 ? navigation.map(toLink) : undefined;
}

function toLink(link: string): NavigationLink {
  const colon = link.indexOf(":/");
  return { label: link.slice(0, Math.max(colon, 0)).trim(), href: link.slice(colon + 1) };
}

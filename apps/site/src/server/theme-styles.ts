import type { SiteTheme } from "@porchlight/contract/site/site-settings";
import inter from "../styles/fonts/inter.css?inline";
import playfairDisplay from "../styles/fonts/playfair-display.css?inline";
import sourceSerif4 from "../styles/fonts/source-serif-4.css?inline";
import spaceGrotesk from "../styles/fonts/space-grotesk.css?inline";
import documentation from "../styles/themes/documentation.css?inline";
import journal from "../styles/themes/journal.css?inline";
import magazine from "../styles/themes/magazine.css?inline";
import portfolio from "../styles/themes/portfolio.css?inline";

const rules: Readonly<Record<string, string>> = { documentation, journal, magazine, portfolio };

/** The fonts of a theme besides Inter, which is in the style sheet of every page. */
const ownFonts: Readonly<Record<string, string>> = {
  journal: sourceSerif4,
  magazine: playfairDisplay,
  portfolio: spaceGrotesk,
};

/** Style sheet of a theme, with its fonts. `classic` is the site's own. */
export function themeStyles(theme = ""): string {
  return (ownFonts[theme] ?? "") + (rules[theme] ?? "");
}

/** Rules of all fonts of each theme, for pages without the site's style sheet. */
export const fontStyles: Readonly<Record<SiteTheme, string>> = {
  classic: inter,
  documentation: inter,
  journal: sourceSerif4,
  magazine: inter + playfairDisplay,
  portfolio: spaceGrotesk,
};

/** URLs of the fonts that the first lines of a page need. */
export const firstFonts = (theme: SiteTheme = "classic"): string[] =>
  [...fontStyles[theme].matchAll(/url\("?([^")]+-latin-wght-normal[^")]+)/g)].flatMap(([, url]) => url ?? []);

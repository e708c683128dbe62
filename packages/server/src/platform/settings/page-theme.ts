import { type Accents, brandAccents } from "@porchlight/contract/site/brand-colors";
import type { SiteTheme } from "@porchlight/contract/site/site-settings";
import { escapeHtml, Html } from "../http/html.ts";

/** Colors of backgrounds and lines. */
interface Neutrals {
  bg: string;
  surface: string;
  sunken: string;
  border: string;
}

interface PageTheme {
  /** The fonts of the member site, which pages can load. */
  siteFont: string;
  siteHeadingFont?: string;
  /** Installed fonts, for emails too. */
  font: string;
  headingFont?: string;
  /** Of buttons and inputs. */
  radius: string;
  /** Of cards and notices. */
  cardRadius: string;
  light: Neutrals;
  dark: Neutrals;
}

const sans = "'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";

const inter = "'Inter Variable','Inter Fallback'";

/** Those of the member site, in `apps/site/src/styles/themes`. */
const themes: Readonly<Record<SiteTheme, PageTheme>> = {
  classic: {
    siteFont: inter,
    font: sans,
    radius: "6px",
    cardRadius: "10px",
    light: { bg: "#fbfbfd", surface: "#ffffff", sunken: "#f2f3f7", border: "#dcdfe6" },
    dark: { bg: "#0f1116", surface: "#171a21", sunken: "#0b0d11", border: "#2a2f3a" },
  },
  journal: {
    siteFont: "'Source Serif 4 Variable'",
    font: "'Source Serif 4',Georgia,'Times New Roman',serif",
    radius: "3px",
    cardRadius: "2px",
    light: { bg: "#fdfbf6", surface: "#fffefb", sunken: "#f6f2e9", border: "#e3dccd" },
    dark: { bg: "#15130f", surface: "#1d1a15", sunken: "#100e0b", border: "#363026" },
  },
  magazine: {
    siteFont: inter,
    siteHeadingFont: "'Playfair Display Variable'",
    font: sans,
    headingFont: "'Playfair Display',Didot,Georgia,serif",
    radius: "2px",
    cardRadius: "0px",
    light: { bg: "#ffffff", surface: "#ffffff", sunken: "#f6f4f1", border: "#ddd8d0" },
    dark: { bg: "#131211", surface: "#1c1b19", sunken: "#0d0c0b", border: "#35322d" },
  },
  documentation: {
    siteFont: inter,
    font: sans,
    radius: "4px",
    cardRadius: "6px",
    light: { bg: "#ffffff", surface: "#ffffff", sunken: "#f3f6f9", border: "#d5dde6" },
    dark: { bg: "#0d1218", surface: "#141b23", sunken: "#0a0e13", border: "#27323e" },
  },
  portfolio: {
    siteFont: "'Space Grotesk Variable'",
    font: `'Space Grotesk',${sans}`,
    radius: "22px",
    cardRadius: "18px",
    light: { bg: "#f8f8f6", surface: "#ffffff", sunken: "#eeeeeb", border: "#dcdcd8" },
    dark: { bg: "#0b0b0b", surface: "#171717", sunken: "#060606", border: "#303030" },
  },
};

/** The settings that decide the look of pages and emails. */
export interface ThemeSettings {
  theme: SiteTheme;
  /** A color as `#rrggbb`; empty for the default. */
  brand: string;
}

/** The default brand color; emails and pages contain the colors derived from it. */
const defaultBrand = "#3346c9";

/**
 * Custom properties for server-rendered pages. Without changes of the owner, those of the page apply.
 *
 * @param fonts Rules of the fonts that the member site serves. Default: installed fonts are used.
 */
export function themeStyles(
  { theme, brand }: ThemeSettings,
  fonts?: Readonly<Record<SiteTheme, string>>,
): Html | undefined {
  // Quotes are not escaped in a style element.
  const fontRules = fonts?.[theme] ?? "";
  if (theme === "classic" && brand === "") return fontRules === "" ? undefined : new Html(fontRules);
  const { radius, cardRadius, light, dark } = themes[theme];
  const accents = brand === "" ? undefined : brandAccents(brand);
  const shapes =
    theme === "classic" ? "" : `${fontProperties(themes[theme])}--radius: ${radius}; --radius-card: ${cardRadius}; `;
  return new Html(`${fontRules}:root { ${shapes}${properties(light)}${accents ? accentProperties(accents.light) : ""} }
@media screen and (prefers-color-scheme: dark) { :root { ${properties(dark)}${accents ? accentProperties(accents.dark) : ""} } }
`);
}

function fontProperties({ siteFont, font, siteHeadingFont = siteFont, headingFont = font }: PageTheme): string {
  return `--font: ${siteFont},${withScriptFont(font)}; --heading-font: ${siteHeadingFont},${withScriptFont(headingFont)}; `;
}

/** Prefers the fonts of the page's language to those of the device. */
const withScriptFont = (font: string) =>
  font.replace("Georgia", "var(--script-serif,Georgia)").replace("system-ui", "var(--script-font,system-ui)");

const properties = (neutrals: Neutrals) =>
  Object.entries(neutrals)
    .map(([name, value]) => `--${name}: ${value}; `)
    .join("");

const accentProperties = ({ accent, hover, onAccent, soft }: Accents) =>
  `--accent: ${accent}; --accent-hover: ${hover}; --on-accent: ${onAccent}; --accent-soft: ${soft}; --focus: ${accent}`;

/** The HTML of an email in the look of the site. Replaces values only in its styles, not in its text. */
export function withTheme(mail: string, { theme, brand }: ThemeSettings): string {
  if (theme === "classic" && brand === "") return mail;
  const { font, headingFont = font, radius, cardRadius, light, dark } = themes[theme];
  const { light: own, dark: ownDark } = brandAccents(brand || defaultBrand);
  const { classic } = themes;
  const values: Readonly<Record<string, string>> = {
    [escapeHtml(classic.font)]: escapeHtml(font),
    "background:#3346c9": `background:${own.accent}`,
    "color:#3346c9": `color:${own.accent}`,
    "color:#ffffff;": `color:${own.onAccent};`,
    "#97a5ff": ownDark.accent,
    "#0f1330": ownDark.onAccent,
    "border-radius:6px": `border-radius:${radius}`,
    "border-radius:10px": `border-radius:${cardRadius}`,
    "background:#f2f3f7": `background:${light.sunken}`,
    "background:#ffffff": `background:${light.surface}`,
    [classic.light.border]: light.border,
    [classic.dark.bg]: dark.bg,
    [classic.dark.surface]: dark.surface,
    [classic.dark.sunken]: dark.sunken,
    [classic.dark.border]: dark.border,
  };
  const pattern = new RegExp(Object.keys(values).map(escapePattern).join("|"), "g");
  const replace = (styles: string) => styles.replace(pattern, (found) => values[found] ?? found);
  return mail
    .replace(/(?<= style=")[^"]*|(?<=<style>)[^<]*/g, replace)
    .replaceAll('bgcolor="#3346c9"', `bgcolor="${own.accent}"`)
    .replace(/(<h1 style="[^"]*?font:600 22px\/28px )[^"]*/, (_, start) => `${start}${escapeHtml(headingFont)}`);
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

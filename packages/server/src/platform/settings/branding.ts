import { type Accents, brandAccents } from "@porchlight/contract/site/brand-colors";
import type { SiteAuthor } from "@porchlight/contract/site/site-author";
import type { SiteTheme } from "@porchlight/contract/site/site-settings";
import { chooseLanguage } from "../i18n/texts.ts";
import type { Site } from "../server-context.ts";
import type { SiteTexts, SiteTextsReader } from "./custom-texts.ts";
import { type SiteLogo, siteIcon, siteLogo } from "./logo.ts";
import type { SettingValues } from "./settings.ts";
import type { Settings } from "./settings-store.ts";
import { siteAuthors } from "./site-authors.ts";
import { type HomeSection, homeSections, type SiteLink, siteLinks } from "./site-formats.ts";

/** The owner's settings that the pages of the member site show. */
export interface SiteAppearance {
  siteName: string;
  /** BCP 47 tag. */
  language: string;
  /** IANA name. */
  timeZone: string;
  theme: SiteTheme;
  /** Path of a square image. */
  icon?: string;
  postRatings?: "members" | "everyone";
  /** Whether posts have comments. */
  comments?: true;
  /** Whether members can subscribe to new posts by email. */
  newsletter?: true;
  memberDirectory?: "members" | "everyone";
  authors?: SiteAuthor[];
  /** The owner's texts in the language of the site, by key. */
  texts?: Readonly<Record<string, string>>;
  /** Links in the header. Default: the site's own. */
  links?: SiteLink[];
  footerLinks?: SiteLink[];
  homeTitle?: string;
  homeText?: string;
  /** Default: the site's own. */
  homeSections?: HomeSection[];
}

/** Branding of the member site. */
export interface SiteBranding {
  /** Style sheet with the brand color and the owner's custom properties; empty for the default ones. */
  brand: string;
  logo: SiteLogo | undefined;
  appearance: SiteAppearance;
}

/** The branding of the latest settings, which rarely change. */
let latest:
  | { values: SettingValues; texts: SiteTexts; siteId: string; siteName: string; branding: SiteBranding }
  | undefined;

/**
 * Returns the site's style sheet, logo, and settings: the last known ones while the database is unavailable. Equal
 * settings have the same object.
 */
export async function getBranding({
  settings,
  siteTexts,
  site,
}: {
  settings: Settings;
  siteTexts: SiteTextsReader;
  site: Site;
}): Promise<SiteBranding> {
  let values: SettingValues;
  let texts: SiteTexts;
  try {
    [values, texts] = await Promise.all([settings.read(), siteTexts.read()]);
  } catch (error) {
    if (latest?.siteId !== site.id) throw error;
    return latest.branding;
  }
  if (latest?.values !== values || latest.texts !== texts || latest.siteId !== site.id || latest.siteName !== site.name)
    latest = { values, texts, siteId: site.id, siteName: site.name, branding: brandingOf(site, values, texts) };
  return latest.branding;
}

/** The branding of a site with these settings. */
export function brandingOf(site: Site, values: SettingValues, texts: SiteTexts): SiteBranding {
  return { brand: siteStyles(values), logo: siteLogo(values), appearance: appearanceOf(site, values, texts) };
}

function appearanceOf(site: Site, values: SettingValues, siteTexts: SiteTexts): SiteAppearance {
  const { theme, postRatings, memberDirectory, homeTitle, homeText } = values;
  const icon = siteIcon(values);
  const own = Object.entries(siteTexts[chooseLanguage(values.language)] ?? {});
  const texts = own.filter(([key]) => !key.startsWith("hosted."));
  return {
    siteName: values.siteName || site.name,
    language: values.language,
    timeZone: values.timeZone,
    theme,
    ...(icon !== undefined && { icon }),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
    ...(postRatings !== "off" && { postRatings }),
    ...(values.comments !== "off" && { comments: true }),
    ...(values.newsletter === "on" && { newsletter: true }),
    ...(memberDirectory !== "off" && { memberDirectory }),
    ...(values.authors !== "" && { authors: siteAuthors(values.authors) }),
    ...(values.navigation.length > 0 && { links: siteLinks(values.navigation) }),
    ...(values.footerLinks.length > 0 && { footerLinks: siteLinks(values.footerLinks) }),
    ...(homeTitle !== "" && { homeTitle }),
    ...(homeText !== "" && { homeText }),
    ...(values.homeSections.length > 0 && { homeSections: homeSections(values.homeSections) }),
  };
}

/**
 * Style sheet with the brand color and custom properties. Its specificity overrides the tokens of the built-in screens
 * regardless of order.
 */
function siteStyles({ brand, cssVariables }: Pick<SettingValues, "brand" | "cssVariables">): string {
  return (brand === "" ? "" : accentStyles(brand)) + (cssVariables === "" ? "" : `:root:root:root{${cssVariables}}`);
}

function accentStyles(brand: string): string {
  const { light, dark } = brandAccents(brand);
  const darkTokens = tokens(dark);
  return (
    `:root:root{${tokens(light)}}` +
    `@media screen and (prefers-color-scheme:dark){:root:root:not([data-theme="light"]){${darkTokens}}}` +
    `@media screen{:root:root[data-theme="dark"]{${darkTokens}}}`
  );
}

function tokens({ accent, hover, onAccent, soft }: Accents): string {
  const values = { accent, "accent-hover": hover, "on-accent": onAccent, "accent-soft": soft, focus: accent };
  return Object.entries(values)
    .map(([name, value]) => `--site-${name}:${value}`)
    .join(";");
}

import { type Accents, brandAccents } from "./brand-colors.ts";
import { type SiteLogo, siteLogo } from "./logo.ts";
import { type NavigationLink, navigationLinks } from "./setting-formats.ts";
import type { SettingValues } from "./settings.ts";
import type { Settings } from "./settings-store.ts";

/** Styles of the last brand color, which rarely changes. */
let cached = { brand: "", styles: "" };

/** Branding of the member site. */
export interface SiteBranding {
  /** Style sheet with the brand color; empty for the default one. */
  brand: string;
  logo: SiteLogo | undefined;
  /** Additional links in the page header. */
  links?: NavigationLink[] | undefined;
}

/** Returns the site's style sheet, logo, and navigation links. */
export async function getBranding({ settings }: { settings: Settings }): Promise<SiteBranding> {
  const values = await settings.read();
  return { brand: siteBrand(values), logo: siteLogo(values), links: navigationLinks(values) };
}

/**
 * Style sheet with the brand color. Its specificity overrides the tokens of the built-in screens regardless of order.
 */
function siteBrand({ brand }: Pick<SettingValues, "brand">): string {
  if (cached.brand !== brand) cached = { brand, styles: brand === "" ? "" : stylesOf(brand) };
  return cached.styles;
}

function stylesOf(brand: string): string {
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

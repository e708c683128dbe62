import { type Accents, brandAccents } from "./brand-colors.ts";
import { type SiteLogo, siteLogo } from "./logo.ts";
import { type NavigationLink, navigationLinks } from "./navigation-links.ts";
import type { SettingValues } from "./settings.ts";
import type { Settings } from "./settings-store.ts";

/** What was made last: the owner changes the colour rarely, and pages are asked for all the time. */
let made = { brand: "", styles: "" };

/** How the owner has the member site look. */
export interface SiteBranding {
  /** Style sheet with their colour; empty for the house's own. */
  brand: string;
  logo: SiteLogo | undefined;
  /** Links beside the site's own in the head of its pages; absent without any. */
  links?: NavigationLink[] | undefined;
}

/** Returns the site's style sheet, logo, and navigation links. */
export async function getBranding({ settings }: { settings: Settings }): Promise<SiteBranding> {
  const values = await settings.read();
  return { brand: siteBrand(values), logo: siteLogo(values), links: navigationLinks(values) };
}

/**
 * Style sheet that draws the member site in the owner's colour, to stand in its pages; empty for the house's own. Light, dark and a
 * reader's choice of either weigh more than the tokens of the ready-made screens, wherever it stands.
 */
function siteBrand({ brand }: Pick<SettingValues, "brand">): string {
  if (made.brand !== brand) made = { brand, styles: brand === "" ? "" : stylesOf(brand) };
  return made.styles;
}

function stylesOf(brand: string): string {
  const { light, dark } = brandAccents(brand);
  const dimmed = tokens(dark);
  return (
    `:root:root{${tokens(light)}}` +
    `@media screen and (prefers-color-scheme:dark){:root:root:not([data-theme="light"]){${dimmed}}}` +
    `@media screen{:root:root[data-theme="dark"]{${dimmed}}}`
  );
}

function tokens({ accent, hover, onAccent, soft }: Accents): string {
  const named = { accent, "accent-hover": hover, "on-accent": onAccent, "accent-soft": soft, focus: accent };
  return Object.entries(named)
    .map(([name, value]) => `--site-${name}:${value}`)
    .join(";");
}

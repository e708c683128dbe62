import { directionOf } from "@porchlight/contract/texts/keys";
import { scriptFontStyles } from "@porchlight/contract/texts/script-fonts";
import type { PlatformConfig } from "../../platform/config.ts";
import { Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import type { SiteLogo } from "../../platform/settings/logo.ts";
import { type ThemeSettings, themeStyles } from "../../platform/settings/page-theme.ts";
import { scriptFolder, scriptName } from "./hosted-script.ts";
import { pageStyles } from "./styles.ts";

/** The context for rendering a hosted page. */
export interface PageFrame extends ThemeSettings {
  /** Rules of the fonts that the member site serves. */
  fonts: PlatformConfig["siteFonts"];
  texts: Texts;
  nonce: string;
  siteName: string;
  /** Replaces the site's name. */
  logo: SiteLogo | undefined;
  /** Path of the icon; the browser shows its own without one. */
  icon: string | undefined;
  /** URL of the member site. */
  siteUrl: string | undefined;
}

/** A hosted page: the site's name, and a card with the title and `content`. Works without scripts. */
export function page(
  { texts, nonce, siteName, siteUrl, theme, brand, fonts, logo, icon }: PageFrame,
  {
    title,
    problem,
    news,
    content,
  }: {
    title: string;
    /** Rendered above the heading, and mentioned in the document title. */
    problem?: Html | undefined;
    /** A success message; hidden if there is a problem. */
    news?: Html | undefined;
    content: Html;
  },
): Html {
  const name = logo ? picture(logo, siteName) : siteName;
  const documentTitle = problem ? texts("common.error.titlePrefix", { title }) : title;
  return html`<!doctype html>
<html lang="${texts.language}" dir="${directionOf(texts.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon ?? "data:,"}">
<title>${documentTitle} · ${siteName}</title>
<style nonce="${nonce}">${pageStyles}${new Html(scriptFontStyles(texts.language))}${themeStyles({ theme, brand }, fonts)}</style>
<noscript><style nonce="${nonce}">.scripted { display: none }</style></noscript>
<script type="module" nonce="${nonce}" src="${scriptFolder}/${scriptName}"></script>
</head>
<body>
<header>${siteUrl === undefined ? name : html`<a href="${siteUrl}">${name}</a>`}</header>
<main id="main" data-slow="${texts("common.status.slow")}">
${problem ?? news}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

function picture({ path, width, height, dark }: SiteLogo, siteName: string): Html {
  const shown = html`<img class="logo"${dark ? undefined : html` data-plate`} src="${path}" width="${width}" height="${height}" alt="${siteName}">`;
  if (!dark) return shown;
  const source = html`<source media="screen and (prefers-color-scheme: dark)" srcset="${dark.path}" width="${dark.width}" height="${dark.height}">`;
  return html`<picture>${source}${shown}</picture>`;
}

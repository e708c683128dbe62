import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import type { SiteLogo } from "../../platform/settings/logo.ts";
import { scriptFolder, scriptName } from "./hosted-script.ts";
import { brandStyles, pageStyles } from "./styles.ts";

/** What every hosted page is drawn with. */
export interface PageFrame {
  texts: Texts;
  nonce: string;
  siteName: string;
  /** The owner's colour as `#rrggbb`; empty for the house's own. */
  brand: string;
  /** Stands for the site's name, when there is one. */
  logo: SiteLogo | undefined;
  /** Where the member site is, when there is one. */
  siteUrl: string | undefined;
}

/** A hosted page: the site's name, and a card with the title and `content`. It works without its script. */
export function page(
  { texts, nonce, siteName, siteUrl, brand, logo }: PageFrame,
  {
    title,
    problem,
    news,
    content,
  }: {
    title: string;
    /** Stands above the title, and is in the title of the window. */
    problem?: Html | undefined;
    /** The same for what is no problem; not shown beside one. */
    news?: Html | undefined;
    content: Html;
  },
): Html {
  const name = logo ? picture(logo, siteName) : siteName;
  const spokenTitle = problem ? texts("common.error.titlePrefix", { title }) : title;
  return html`<!doctype html>
<html lang="${texts.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${spokenTitle} · ${siteName}</title>
<style nonce="${nonce}">${pageStyles}${brandStyles(brand)}</style>
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

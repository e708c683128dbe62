import { type Html, html } from "../../html.ts";
import type { Texts } from "../../texts.ts";
import { pageStyles } from "./styles.ts";

/** What every hosted page is drawn with. */
export interface PageFrame {
  texts: Texts;
  nonce: string;
  siteName: string;
  /** Where the member site is, when there is one. */
  siteUrl: string | undefined;
}

/** A hosted page: the site's name, and a card with the title and `content`. It works without its script. */
export function page(
  { texts, nonce, siteName, siteUrl }: PageFrame,
  {
    title,
    problem,
    news,
    content,
    script,
  }: {
    title: string;
    /** Stands above the title, and is in the title of the window. */
    problem?: Html | undefined;
    /** The same for what is no problem; not shown beside one. */
    news?: Html | undefined;
    content: Html;
    script?: Html;
  },
): Html {
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
<style nonce="${nonce}">${pageStyles}</style>
</head>
<body>
<header>${siteUrl === undefined ? siteName : html`<a href="${siteUrl}">${siteName}</a>`}</header>
<main id="main">
${problem ?? news}
<h1>${title}</h1>
${content}
</main>
${script}</body>
</html>
`;
}

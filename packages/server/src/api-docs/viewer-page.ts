import { type Html, html, scriptJson } from "../platform/http/html.ts";

/** The site's colors and a minimum button size: Scalar's colors lack contrast, and its buttons are too small. */
const styles = `
.light-mode {
  --scalar-background-1: #fff; --scalar-background-2: #f2f3f7; --scalar-background-3: #dcdfe6;
  --scalar-background-accent: #eceefc; --scalar-border-color: #dcdfe6; --scalar-color-1: #15171c;
  --scalar-color-2: #565c69; --scalar-color-3: #565c69; --scalar-color-accent: #3346c9;
  --scalar-color-blue: #3346c9; --scalar-color-green: #18693c; --scalar-color-orange: #8a5300;
  --scalar-color-purple: #5203d1; --scalar-color-red: #b42318; --scalar-color-yellow: #8a5300;
}
.dark-mode {
  --scalar-background-1: #0f1116; --scalar-background-2: #171a21; --scalar-background-3: #2a2f3a;
  --scalar-background-accent: #1d2340; --scalar-border-color: #2a2f3a; --scalar-color-1: #eceef3;
  --scalar-color-2: #a6adbb; --scalar-color-3: #a6adbb; --scalar-color-accent: #97a5ff;
  --scalar-color-blue: #97a5ff; --scalar-color-green: #6fd39a; --scalar-color-orange: #f0b95a;
  --scalar-color-purple: #b191f9; --scalar-color-red: #ff9b8f; --scalar-color-yellow: #f0b95a;
}
.t-doc__sidebar button { min-width: 24px; min-height: 24px }
`;

/** Settings of Scalar: no requests except for the document, and no links to its cloud. */
const settings = {
  url: "/openapi.json",
  customCss: styles,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideTestRequestButton: true,
  // Each operation in the document has its own curl command.
  hiddenClients: true,
  documentDownloadType: "direct",
};

/** The page of the API reference. Its scripts have the nonce that {@link viewerPolicy} requires. */
export function viewerPage({ title, viewerPath, nonce }: { title: string; viewerPath: string; nonce: string }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<title>${title}</title>
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. Read <a href="/openapi.json">the OpenAPI document</a> instead.</p></noscript>
<script nonce="${nonce}" src="${viewerPath}"></script>
<script nonce="${nonce}">Scalar.createApiReference("#reference", ${scriptJson(settings)})</script>
</body>
</html>
`;
}

/**
 * Content Security Policy of the page. All styles are allowed, because Scalar sets inline styles and adds style
 * elements without a nonce. Source: decision 130.
 */
export function viewerPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

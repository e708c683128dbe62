import { Html, html, scriptJson } from "../platform/http/html.ts";

const graphiqlVersion = "5.4.0";

/** Files made by `scripts/update-graphiql.ts`. */
export const graphiqlFiles = {
  script: `graphiql-${graphiqlVersion}.js`,
  worker: `graphiql-worker-${graphiqlVersion}.js`,
  styles: `graphiql-${graphiqlVersion}.css`,
} as const;

const defaultQuery = `{
  posts(first: 3) {
    nodes {
      title
    }
  }
}
`;

/** A narrow page shows the editor, the result, and the documentation one below the other. */
const styles = new Html(`
:root { color-scheme: light dark; --border: light-dark(#dcdfe6, #2a2f3a); font: 1rem/1.5 system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0; height: 100vh; min-height: 36rem; display: flex; flex-direction: column; color: light-dark(#15171c, #eceef3); background: light-dark(#fff, #0f1116) }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: .5rem 1rem; border-bottom: 1px solid var(--border) }
header a { color: light-dark(#3346c9, #97a5ff) }
h1 { margin: 0; font-size: 1.125rem }
header p { margin: 0; font-size: .875rem }
header label { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .5rem; min-width: 0 }
header input { font: inherit; width: 16rem; max-width: 100%; padding: .25rem .5rem; color: inherit; background: none; border: 1px solid light-dark(#757b88, #8d95a5); border-radius: 4px }
.notice { padding: .25rem .5rem; background: light-dark(#fdf1dc, #33270f) }
#graphiql { flex: 1; min-height: 0; display: grid; grid-template-rows: minmax(0, 1fr) }
.graphiql-container { height: auto; min-height: 0; --font-family: system-ui, sans-serif; --font-family-mono: ui-monospace, monospace }
body.graphiql-light { color-scheme: light }
body.graphiql-dark { color-scheme: dark }
.graphiql-container .graphiql-session-header .graphiql-logo-link { color: light-dark(#565c69, #a6adbb) }
.graphiql-container :is(.graphiql-doc-explorer-type-name, .graphiql-doc-explorer-root-type) { color: light-dark(#8a5300, #f0b95a) }
.graphiql-container .graphiql-doc-explorer-type-name { display: inline-block; min-width: 24px; min-height: 24px; text-decoration: underline }
@media (max-width: 45rem) {
  body { height: auto }
  .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none }
  .graphiql-container .graphiql-plugin { flex: none !important; height: 24rem; width: auto; max-width: none; overflow: auto }
  .graphiql-container .graphiql-response { min-height: 18rem }
  .graphiql-container .graphiql-editors { min-height: 24rem }
}
`);

/** Sends the entered token, or that of a visitor. Tokens are not stored: a reload discards them. */
const script = new Html(`
const field = document.getElementById("token");
let visitorToken;

async function requestVisitorToken() {
  const body = JSON.stringify({ clientId: settings.clientId, grantType: "anonymous" });
  const response = await fetch("/oauth2/token", { method: "POST", headers: { "content-type": "application/json" }, body });
  return response.ok ? (await response.json()).access_token : undefined;
}

async function send(operation) {
  const entered = field.value.trim();
  const token = entered || (visitorToken ??= await requestVisitorToken());
  const headers = { "content-type": "application/json", ...(token && { authorization: token }) };
  const response = await fetch("/graphql/alpha", { method: "POST", headers, body: JSON.stringify(operation) });
  if (response.status === 401 && !entered) visitorToken = undefined;
  return response.json();
}

globalThis.MonacoEnvironment = { getWorker: (_id, name) => new Worker(settings.workerPath, { name }) };

/** Another fetcher makes GraphiQL read the schema again, which depends on the caller. */
function render() {
  renderGraphiql(document.getElementById("graphiql"), {
    fetcher: (operation) => send(operation),
    schema: settings.introspection ? undefined : null,
    defaultQuery: settings.defaultQuery,
    initialQuery: new URLSearchParams(location.search).get("query") ?? undefined,
    isHeadersEditorEnabled: false,
    shouldPersistHeaders: false,
  });
}
field.addEventListener("change", render);
render();
`);

/** Properties of {@link graphiqlPage}. */
export interface GraphiqlPageOptions {
  siteName: string;
  /** The app that visitors' tokens are issued for. */
  clientId: string;
  /** Whether the schema is readable. */
  introspection: boolean;
  /** The nonce that {@link graphiqlPolicy} requires. */
  nonce: string;
}

/** The page of GraphiQL, for requests to the GraphQL endpoint. */
export function graphiqlPage({ siteName, clientId, introspection, nonce }: GraphiqlPageOptions): Html {
  const settings = { clientId, introspection, defaultQuery, workerPath: `/reference/${graphiqlFiles.worker}` };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="stylesheet" href="/reference/${graphiqlFiles.styles}">
<title>${siteName} GraphQL</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>${siteName} GraphQL</h1>
<a href="/reference">REST API</a>
<label>Member token or API key <input id="token" type="password" autocomplete="off" aria-describedby="token-hint"></label>
<p id="token-hint">Not stored. If empty, requests have the permissions of a visitor.</p>
${
  introspection
    ? ""
    : html`<p class="notice">The schema is hidden, so there are no suggestions and no documentation here. Queries still work. To show the schema, start the server without <code>GRAPHQL_INTROSPECTION=off</code>.</p>`
}
</header>
<main id="graphiql"></main>
<noscript><p>This page requires JavaScript. Send requests to <code>/graphql/alpha</code> instead.</p></noscript>
<script nonce="${nonce}" src="/reference/${graphiqlFiles.script}"></script>
<script nonce="${nonce}">{ const settings = ${scriptJson(settings)};${script}}</script>
</body>
</html>
`;
}

/** Content Security Policy of the page. All styles are allowed, because the editor sets them. Source: decision 148. */
export function graphiqlPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

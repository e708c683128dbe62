import { oauthErrors } from "@porchlight/contract/auth/errors";
import { commonErrors } from "@porchlight/contract/errors";
import { type Html, html } from "../platform/http/html.ts";
import { toCurlCommand } from "./curl.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { codeList, methodBadge, type OperationEntry, operationSection } from "./operation-section.ts";
import { referenceStyles } from "./reference-styles.ts";
import { inlineCode } from "./text.ts";

/** The API reference as one page without scripts or external resources. */
export function referencePage(document: OpenApiDocument, nonce: string): Html {
  const areas = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description.replaceAll("`", "")}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style nonce="${nonce}">${referenceStyles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<p class="title"><a href="#start">${title}</a> <span class="version">${version}</span></p>
<p><a href="/openapi.json">OpenAPI document</a></p>
</header>
<div class="columns">
<nav aria-label="Reference">
<ul>
<li><a href="#start">Getting started</a></li>
${areas.map((area) => html`<li><a href="#${area.name}">${area["x-display-name"]}</a>${operationLinks(area.operations)}</li>\n`)}<li><a href="#errors">Errors</a></li>
</ul>
</nav>
<main id="main" tabindex="-1">
${start(document)}${areas.map(
  (area) => html`<section id="${area.name}" aria-labelledby="${area.name}-title">
<h2 id="${area.name}-title">${area["x-display-name"]}</h2>
<p class="lead">${inlineCode(area.description)}</p>
<div class="index">${operationLinks(area.operations)}</div>
${area.operations.map((operation) => operationSection(operation, document))}</section>
`,
)}${errorSection()}</main>
</div>
</body>
</html>
`;
}

function operationsOf(document: OpenApiDocument, tag: string): OperationEntry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  );
}

function operationLinks(operations: readonly OperationEntry[]): Html {
  return html`<ul>${operations.map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}">${methodBadge(method)} <span>${operation.summary}</span></a></li>`,
  )}</ul>`;
}

function start(document: OpenApiDocument): Html {
  const publicUrl = document.servers[0]?.url ?? "";
  const token = document.paths["/oauth2/token"]?.post;
  return html`<section id="start" class="start" aria-labelledby="start-title">
<h1 id="start-title">${document.info.title}</h1>
<p class="lead">${inlineCode(document.info.description)}</p>
<ol>
<li>The owner registers an app and gets its client id: <code>porchlight app create</code>.</li>
<li>The app gets a visitor's token:
${token && html`<pre tabindex="0" role="region" aria-label="Get a token"><code>${toCurlCommand({ method: "POST", path: "/oauth2/token", publicUrl, operation: token })}</code></pre>`}</li>
<li>Every other call carries it as it is, in the header <code>Authorization</code>. The commands below read it from <code>$TOKEN</code>.</li>
<li>A member signs in with the same token, and gets one of their own.</li>
</ol>
<p>Every answer names its request in <code>X-Wix-Request-Id</code>. Dates are ISO 8601 in UTC. Query parameters that are inside of others travel with dots, lists as repeated keys.</p>
</section>
`;
}

function errorSection(): Html {
  const rows = (codes: Readonly<Record<string, { status: number; message: string }>>) =>
    Object.entries(codes).map(([code, { status, message }]) => ({ code, status: String(status), message }));
  const example = {
    message: "No post you may see has this id or slug.",
    details: {
      applicationError: {
        code: "POST_NOT_FOUND",
        description: "No post you may see has this id or slug.",
        data: {},
      },
    },
  };
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p class="lead">A refused request changes nothing. Decide by the code; messages are for people and may change.</p>
<pre tabindex="0" role="region" aria-label="A refusal"><code>${JSON.stringify(example, undefined, 2)}</code></pre>
<p>Fields that do not fit come as <code>details.validationError.fieldViolations</code> instead: <code>field</code>, <code>description</code>, <code>violatedRule</code>. Where <code>Retry-After</code> is told, wait so many seconds.</p>
<h3>Every route</h3>
${codeList(rows(commonErrors))}<h3>The token endpoint</h3>
<p class="about">In the form of RFC 6749: <code>error</code>, <code>error_description</code>.</p>
${codeList(rows(oauthErrors))}</section>
`;
}

import { commonErrors } from "@porchlight/contract/errors";
import { type Html, html } from "../platform/http/html.ts";
import { toCurlCommand } from "./curl.ts";
import type { OpenApiDocument, Operation } from "./openapi-document.ts";
import { fieldItem, schemaFields } from "./schema-fields.ts";
import { inlineCode } from "./text.ts";

/** An operation with its method and path. */
export interface OperationEntry {
  /** In upper case. */
  method: string;
  path: string;
  operation: Operation;
}

/** The section of an operation: description, request, response, errors, and an example. */
export function operationSection({ method, path, operation }: OperationEntry, document: OpenApiDocument): Html {
  const { operationId, summary, description, security } = operation;
  const publicUrl = document.servers[0]?.url ?? "";
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<div class="words">
<h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
<p class="address">${methodBadge(method)} <code>${breakable(path)}</code></p>
${description && html`<p>${inlineCode(description)}</p>`}
<p class="about">${security.length > 0 ? "Needs an access token." : "Needs no token."}${aliases(operation)}</p>
${parameters(operation, document)}${body(operation, document)}${answers(operation, document)}${refusals(operation)}
</div>
<div class="sample">
<p class="sample-title" id="${operationId}-sample">Try it</p>
<pre tabindex="0" role="region" aria-labelledby="${operationId}-sample ${operationId}-title"><code>${toCurlCommand({ method, path, publicUrl, operation })}</code></pre>
</div>
</article>
`;
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Allows a line break after each slash. */
function breakable(path: string): Html {
  return html`${path.split("/").map((part, index) => (index < 2 ? html`${index === 1 && "/"}${part}` : html`/<wbr>${part}`))}`;
}

function aliases({ "x-aliases": others = [] }: Operation): Html | undefined {
  if (others.length === 0) return undefined;
  return html` Also at ${others.map((path, index) => html`${index > 0 && ", "}<code>${breakable(path)}</code>`)}.`;
}

function parameters({ parameters: all = [] }: Operation, { components }: OpenApiDocument): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<h4>Parameters</h4>
<ul class="fields">${all.map(({ name, schema, required, in: place }) => fieldItem({ name, schema, required, place }, components.schemas))}</ul>
`;
}

function body({ requestBody }: Operation, { components }: OpenApiDocument): Html | undefined {
  if (!requestBody) return undefined;
  const { schema } = requestBody.content["application/json"];
  return html`<h4>Body</h4>
<p class="about">JSON. ${requestBody.description}</p>
${schemaFields(schema, components.schemas)}`;
}

function answers({ responses }: Operation, { components }: OpenApiDocument): Html | undefined {
  const success = responses["200"];
  if (!success) return undefined;
  return html`<h4>Answer</h4>
<p class="about">${inlineCode(success.description)}</p>
${schemaFields(success.content["application/json"].schema, components.schemas)}`;
}

/** The operation's own codes; codes of every route are at the end of the page. */
function refusals({ responses }: Operation): Html {
  const own = Object.entries(responses).flatMap(([status, { "x-codes": codes = [] }]) =>
    codes.filter(({ code }) => !Object.hasOwn(commonErrors, code)).map((one) => ({ status, ...one })),
  );
  return html`<h4>Refusals</h4>
${own.length > 0 && codeList(own)}<p class="about">${own.length > 0 ? "And" : "Only"} what <a href="#errors">every route may answer</a>.</p>`;
}

/** Codes with their status and meaning. */
export function codeList(codes: readonly { status: string; code: string; message: string }[]): Html {
  return html`<ul class="fields codes">${codes.map(
    ({ status, code, message }) =>
      html`<li><p><code class="name">${code}</code> <span class="type">${status}</span></p><p class="about">${message}</p></li>`,
  )}</ul>
`;
}

import { oauthErrors } from "@porchlight/contract/auth/errors";
import type { EndpointDocs } from "@porchlight/contract/endpoint-docs";
import { type commonErrors, type ErrorDefinition, errors } from "@porchlight/contract/errors";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import type { JsonSchema, ResponseObject } from "./openapi-document.ts";

const errorsByCode: Readonly<Record<string, ErrorDefinition>> = { ...errors, ...oauthErrors };
const requestId = { "X-Wix-Request-Id": { $ref: "#/components/headers/RequestId" } };
const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

/** The responses by status: 200, and each error. */
export function describeResponses(
  served: ServedEndpoint,
  docs: EndpointDocs | undefined,
  responseSchema: JsonSchema,
): Record<string, ResponseObject> {
  const byStatus = new Map<number, { code: string; message: string }[]>();
  for (const code of errorCodesOf(served, docs)) {
    const definition = errorsByCode[code];
    if (!definition) throw new Error(`The documentation of ${served.endpoint.path} lists the unknown error "${code}".`);
    byStatus.set(definition.status, [
      ...(byStatus.get(definition.status) ?? []),
      { code, message: definition.message },
    ]);
  }
  const errorResponses = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, codes]) => toErrorResponse(status, codes));
  return {
    "200": {
      description: docs?.response.description ?? "Done.",
      headers: requestId,
      content: { "application/json": { schema: responseSchema } },
    },
    ...Object.fromEntries(errorResponses),
  };
}

/** The endpoint's own codes, then those that any endpoint can return. */
function errorCodesOf({ endpoint, hidesViolations }: ServedEndpoint, docs: EndpointDocs | undefined): string[] {
  const hasBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
  const shared: (keyof typeof commonErrors)[] = [
    ...(hidesViolations ? [] : (["MALFORMED_REQUEST", "INVALID_ARGUMENT"] as const)),
    // Public endpoints also reject an invalid token.
    "UNAUTHENTICATED",
    ...(hasBody ? (["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "URI_TOO_LONG",
    "TOO_MANY_REQUESTS",
    "HEADERS_TOO_LARGE",
    "INTERNAL",
    "UNAVAILABLE",
  ];
  return [...new Set([...(docs?.errors ?? []), ...shared])];
}

function toErrorResponse(status: number, codes: { code: string; message: string }[]): [string, ResponseObject] {
  const isOAuth = codes.some(({ code }) => Object.hasOwn(oauthErrors, code));
  const others = codes.some(({ code }) => !Object.hasOwn(oauthErrors, code));
  const schemas = [
    ...(others ? [{ $ref: "#/components/schemas/Refusal" }] : []),
    ...(isOAuth ? [{ $ref: "#/components/schemas/OAuthRefusal" }] : []),
  ];
  return [
    String(status),
    {
      description: codes.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
      headers: status === 429 || status === 503 ? { ...requestId, ...retryAfter } : requestId,
      content: { "application/json": { schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } } },
      "x-codes": codes,
    },
  ];
}

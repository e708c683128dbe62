import { oauthErrors } from "@porchlight/contract/auth/errors";
import type { EndpointDocs } from "@porchlight/contract/endpoint-docs";
import { commonErrors, type ErrorDefinition, errors } from "@porchlight/contract/errors";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import type { Components, JsonSchema, Reference, ResponseObject } from "./openapi-document.ts";

const errorsByCode: Readonly<Record<string, ErrorDefinition>> = { ...errors, ...oauthErrors };
const requestId = { "X-Wix-Request-Id": { $ref: "#/components/headers/RequestId" } };
const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

/** The responses by status: 200 and each error. Responses that operations share are added to `components`. */
export function describeResponses(
  served: ServedEndpoint,
  docs: EndpointDocs | undefined,
  responseSchema: JsonSchema,
  components: Components,
): Record<string, ResponseObject | Reference> {
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
    .map(([status, codes]) => [String(status), toErrorResponse(status, codes, components)] as const);
  return {
    "200": {
      description: docs?.response.description ?? "Done.",
      headers: requestId,
      content: { "application/json": { schema: responseSchema } },
    },
    ...Object.fromEntries(errorResponses),
  };
}

/** The endpoint's own codes, then those that all such endpoints can return. */
function errorCodesOf({ endpoint, hidesViolations }: ServedEndpoint, docs: EndpointDocs | undefined): string[] {
  const hasBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
  const shared: (keyof typeof commonErrors)[] = [
    ...(hidesViolations ? [] : (["MALFORMED_REQUEST", "INVALID_ARGUMENT"] as const)),
    // Public endpoints also reject an invalid token.
    "UNAUTHENTICATED",
    // An empty or malformed path parameter does not match the route.
    ...(endpoint.path.includes("/:") ? (["NOT_FOUND"] as const) : []),
    ...(hasBody ? (["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "URI_TOO_LONG",
    "TOO_MANY_REQUESTS",
    "HEADERS_TOO_LARGE",
    "INTERNAL",
    "UNAVAILABLE",
  ];
  return [...new Set([...(docs?.errors ?? []), ...shared])];
}

function toErrorResponse(
  status: number,
  errorsOfStatus: { code: string; message: string }[],
  { examples, responses }: Components,
): ResponseObject | Reference {
  for (const { code, message } of errorsOfStatus)
    examples[code] ??= { summary: message, value: exampleOf(code, message) };
  const codes = errorsOfStatus.map(({ code }) => code);
  const schemas = [
    ...(codes.every(isOAuthError) ? [] : [{ $ref: "#/components/schemas/Refusal" }]),
    ...(codes.some(isOAuthError) ? [{ $ref: "#/components/schemas/OAuthRefusal" }] : []),
  ];
  const response: ResponseObject = {
    description: errorsOfStatus.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
    headers: status === 429 || status === 503 ? { ...requestId, ...retryAfter } : requestId,
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
  if (!codes.every((code) => Object.hasOwn(commonErrors, code))) return response;
  const name = codes.join(".");
  responses[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

const isOAuthError = (code: string) => Object.hasOwn(oauthErrors, code);

/** Source: errors.md §1; RFC 6749 §5.2. */
function exampleOf(code: string, message: string): object {
  if (isOAuthError(code)) return { error: code, error_description: message, message };
  if (code === "INVALID_ARGUMENT") {
    const description = "Too big: expected number to be <=100";
    const violation = { field: "paging.limit", description, violatedRule: "MAX", data: { maximum: 100 } };
    return {
      message: `${code}: "${violation.field}" ${description}`,
      details: { validationError: { fieldViolations: [violation] } },
    };
  }
  return { message, details: { applicationError: { code, description: message, data: {} } } };
}

import { oauthErrors } from "@porchlight/contract/auth/errors";
import type { EndpointDocs } from "@porchlight/contract/endpoint-docs";
import { type commonErrors, type ErrorDefinition, errors } from "@porchlight/contract/errors";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import type { JsonSchema, ResponseObject } from "./openapi-document.ts";

const errorsByCode: Readonly<Record<string, ErrorDefinition>> = { ...errors, ...oauthErrors };
const requestId = { "X-Wix-Request-Id": { $ref: "#/components/headers/RequestId" } };
const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

/** The answer of status 200 and every refusal, by status. */
export function describeResponses(
  served: ServedEndpoint,
  reference: EndpointDocs | undefined,
  answerSchema: JsonSchema,
): Record<string, ResponseObject> {
  const byStatus = new Map<number, { code: string; message: string }[]>();
  for (const code of codesOf(served, reference)) {
    const facts = errorsByCode[code];
    if (!facts) throw new Error(`The reference of ${served.endpoint.path} names "${code}", which is no code.`);
    byStatus.set(facts.status, [...(byStatus.get(facts.status) ?? []), { code, message: facts.message }]);
  }
  const refusals = [...byStatus].sort(([one], [other]) => one - other).map(([status, codes]) => refusal(status, codes));
  return {
    "200": {
      description: reference?.response.description ?? "Done.",
      headers: requestId,
      content: { "application/json": { schema: answerSchema } },
    },
    ...Object.fromEntries(refusals),
  };
}

/** Codes of the endpoint's own, then those that the way of a request brings. */
function codesOf({ endpoint, hidesViolations }: ServedEndpoint, reference: EndpointDocs | undefined): string[] {
  const hasBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
  const shared: (keyof typeof commonErrors)[] = [
    ...(hidesViolations ? [] : (["MALFORMED_REQUEST", "INVALID_ARGUMENT"] as const)),
    // Endpoints for everybody still refuse a token that does not count.
    "UNAUTHENTICATED",
    ...(hasBody ? (["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "URI_TOO_LONG",
    "TOO_MANY_REQUESTS",
    "HEADERS_TOO_LARGE",
    "INTERNAL",
    "UNAVAILABLE",
  ];
  return [...new Set([...(reference?.errors ?? []), ...shared])];
}

function refusal(status: number, codes: { code: string; message: string }[]): [string, ResponseObject] {
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

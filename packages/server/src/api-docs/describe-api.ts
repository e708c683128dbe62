import { areaDocs } from "@porchlight/contract/docs";
import { pathAliases } from "@porchlight/contract/endpoint";
import type { AreaDocs, EndpointDocs } from "@porchlight/contract/endpoint-docs";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import { toCurlCommand } from "./curl.ts";
import { describeRequest } from "./describe-request.ts";
import { describeResponses } from "./describe-responses.ts";
import { errorSchemas } from "./error-schemas.ts";
import { introduction } from "./introduction.ts";
import { toJsonSchema } from "./json-schema.ts";
import type { Components, OpenApiDocument, OpenApiMethod, Operation } from "./openapi-document.ts";

export interface ApiInfo {
  siteName: string;
  publicUrl: string;
  /** Version of the server. */
  version: string;
}

const securityScheme = "accessToken";

/**
 * Describes the served endpoints as an OpenAPI 3.1 document. Descriptions come from the contract's `docs.ts` files.
 *
 * @throws {Error} if an endpoint belongs to no area of the contract.
 */
export function describeApi(served: readonly ServedEndpoint[], info: ApiInfo): OpenApiDocument {
  const entries = served.map((entry) => ({ entry, ...findDocs(entry) }));
  const areas = areaDocs.filter((area) => entries.some((one) => one.area === area));
  const paths: OpenApiDocument["paths"] = {};
  const components: Components = {
    securitySchemes: {
      [securityScheme]: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description:
          "An access token from the token endpoint, or an API key of the site. The prefix `Bearer ` is optional.",
      },
    },
    headers: {
      RequestId: {
        description: "Id of the request. Include it in reports to the operator of the site.",
        schema: { type: "string", format: "uuid" },
      },
      RetryAfter: { description: "Seconds to wait before retrying.", schema: { type: "integer", minimum: 1 } },
    },
    responses: {},
    examples: {},
    schemas: { ...errorSchemas },
  };
  for (const area of areas) {
    for (const { entry, name, docs } of entries.filter((one) => one.area === area)) {
      const path = toPathTemplate(entry.endpoint.path);
      const method = entry.endpoint.method.toLowerCase() as OpenApiMethod;
      const operation = describeOperation(entry, area, name, docs, info.publicUrl, components);
      paths[path] = { ...paths[path], [method]: operation };
    }
  }
  const [tokenSample] = paths["/oauth2/token"]?.post?.["x-codeSamples"] ?? [];
  return {
    openapi: "3.1.1",
    info: {
      title: `${info.siteName} API`,
      version: info.version,
      description: introduction(tokenSample?.source ?? ""),
    },
    servers: [{ url: info.publicUrl }],
    tags: areas.map(({ name, title, description }) => ({ name, description, "x-displayName": title })),
    paths,
    components,
  };
}

function describeOperation(
  entry: ServedEndpoint,
  area: AreaDocs,
  name: string,
  docs: EndpointDocs | undefined,
  publicUrl: string,
  /** Components that the operation refers to are added here. */
  components: Components,
): Operation {
  const { endpoint, access, bodyLimit } = entry;
  const { parameters, body, definitions } = describeRequest(entry.request);
  const needsToken = access === "token";
  const aliases = pathAliases(endpoint).slice(1).map(toPathTemplate);
  const description = [
    docs?.description,
    aliases.length > 0 && `Other paths: ${aliases.map((path) => `\`${path}\``).join(", ")}.`,
  ].filter(Boolean);
  const response = docs?.response.schema ? toJsonSchema(docs.response.schema) : undefined;
  Object.assign(components.schemas, definitions, response?.definitions);
  const path = toPathTemplate(endpoint.path);
  const source = toCurlCommand({
    method: endpoint.method,
    path,
    publicUrl,
    example: docs?.example ?? {},
    needsToken,
  });
  return {
    operationId: name,
    tags: [area.name],
    summary: docs?.summary ?? name,
    ...(description.length === 0 ? {} : { description: description.join("\n\n") }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: `At most ${bodyLimit / 1024} KiB.`,
            content: { "application/json": { schema: body, ...bodyExample(docs) } },
          },
        }),
    responses: describeResponses(entry, docs, response?.schema ?? { type: "object" }, components),
    security: needsToken ? [{ [securityScheme]: [] }] : [],
    "x-codeSamples": [{ lang: "shell", label: "curl", source }],
  };
}

function bodyExample(docs: EndpointDocs | undefined): { example?: object } {
  const example = docs?.example?.body;
  return example === undefined ? {} : { example };
}

function findDocs({ endpoint }: ServedEndpoint): {
  area: AreaDocs;
  name: string;
  docs: EndpointDocs | undefined;
} {
  for (const area of areaDocs) {
    for (const [name, candidate] of Object.entries(area.endpoints)) {
      if (candidate === endpoint) return { area, name, docs: area.docs[name] };
    }
  }
  throw new Error(`No area of the contract has the endpoint ${endpoint.method} ${endpoint.path}.`);
}

/** `/v3/posts/:postId` → `/v3/posts/{postId}`. */
function toPathTemplate(path: string): string {
  return path.replace(/:([A-Za-z0-9_]+)/g, "{$1}");
}

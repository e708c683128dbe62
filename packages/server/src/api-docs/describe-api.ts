import { areaDocs } from "@porchlight/contract/docs";
import { pathAliases } from "@porchlight/contract/endpoint";
import type { AreaDocs, EndpointDocs } from "@porchlight/contract/endpoint-docs";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import { describeRequest } from "./describe-request.ts";
import { describeResponses } from "./describe-responses.ts";
import { errorSchemas } from "./error-schemas.ts";
import { toJsonSchema } from "./json-schema.ts";
import type { JsonSchema, OpenApiDocument, OpenApiMethod, Operation } from "./openapi-document.ts";

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
  const schemas = { ...errorSchemas };
  for (const area of areas) {
    for (const { entry, name, docs } of entries.filter((one) => one.area === area)) {
      const path = toPathTemplate(entry.endpoint.path);
      const method = entry.endpoint.method.toLowerCase() as OpenApiMethod;
      paths[path] = { ...paths[path], [method]: describeOperation(entry, area, name, docs, schemas) };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${info.siteName} API`,
      version: info.version,
      description:
        "Sign-in and content of this site. Get a visitor's token from `POST /oauth2/token`, then send it with every call.",
    },
    servers: [{ url: info.publicUrl }],
    tags: areas.map(({ name, title, description }) => ({ name, description, "x-display-name": title })),
    paths,
    components: {
      securitySchemes: {
        [securityScheme]: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The access token from the token endpoint. The prefix `Bearer ` is optional.",
        },
      },
      headers: {
        RequestId: {
          description: "Id of the request. Include it in reports to the operator of the site.",
          schema: { type: "string", format: "uuid" },
        },
        RetryAfter: { description: "Seconds to wait before retrying.", schema: { type: "integer", minimum: 1 } },
      },
      schemas,
    },
  };
}

function describeOperation(
  entry: ServedEndpoint,
  area: AreaDocs,
  name: string,
  docs: EndpointDocs | undefined,
  /** The schemas that the response refers to are added to this object. */
  schemas: Record<string, JsonSchema>,
): Operation {
  const { endpoint, access, bodyLimit } = entry;
  const { parameters, body } = describeRequest(entry.request);
  const { description } = docs ?? {};
  const aliases = pathAliases(endpoint).slice(1).map(toPathTemplate);
  const response = docs?.response.schema ? toJsonSchema(docs.response.schema) : undefined;
  Object.assign(schemas, response?.definitions);
  return {
    operationId: name,
    tags: [area.name],
    summary: docs?.summary ?? name,
    ...(description === undefined ? {} : { description }),
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
    ...(docs?.example === undefined ? {} : { "x-example": docs.example }),
    responses: describeResponses(entry, docs, response?.schema ?? { type: "object" }),
    security: access === "token" ? [{ [securityScheme]: [] }] : [],
    ...(aliases.length === 0 ? {} : { "x-aliases": aliases }),
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

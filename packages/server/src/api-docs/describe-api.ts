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
  /** Of the server. */
  version: string;
}

const securityScheme = "accessToken";

/**
 * The API as OpenAPI 3.1: what `served` holds, and the contract's sentences about it.
 *
 * @throws {Error} when an endpoint is served that no area of the contract has.
 */
export function describeApi(served: readonly ServedEndpoint[], facts: ApiInfo): OpenApiDocument {
  const found = served.map((entry) => ({ entry, ...findReference(entry) }));
  const present = areaDocs.filter((area) => found.some((one) => one.area === area));
  const paths: OpenApiDocument["paths"] = {};
  const schemas = { ...errorSchemas };
  for (const area of present) {
    for (const { entry, name, reference } of found.filter((one) => one.area === area)) {
      const path = toPathTemplate(entry.endpoint.path);
      const method = entry.endpoint.method.toLowerCase() as OpenApiMethod;
      paths[path] = { ...paths[path], [method]: describeOperation(entry, area, name, reference, schemas) };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${facts.siteName} API`,
      version: facts.version,
      description:
        "Sign-in and content of this site. Get a visitor's token from `POST /oauth2/token`, then send it with every call.",
    },
    servers: [{ url: facts.publicUrl }],
    tags: present.map(({ name, title, description }) => ({ name, description, "x-display-name": title })),
    paths,
    components: {
      securitySchemes: {
        [securityScheme]: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "The access token as the token endpoint gave it. `Bearer ` before it is accepted, and not needed.",
        },
      },
      headers: {
        RequestId: {
          description: "Names the request. Give it to whoever runs the server.",
          schema: { type: "string", format: "uuid" },
        },
        RetryAfter: { description: "Seconds to wait before the next try.", schema: { type: "integer", minimum: 1 } },
      },
      schemas,
    },
  };
}

function describeOperation(
  entry: ServedEndpoint,
  area: AreaDocs,
  name: string,
  reference: EndpointDocs | undefined,
  /** Gets the named shapes of the answer. */
  schemas: Record<string, JsonSchema>,
): Operation {
  const { endpoint, access, bodyLimit } = entry;
  const { parameters, body } = describeRequest(entry.request);
  const { description } = reference ?? {};
  const aliases = pathAliases(endpoint).slice(1).map(toPathTemplate);
  const answer = reference?.response.schema ? toJsonSchema(reference.response.schema) : undefined;
  Object.assign(schemas, answer?.shapes);
  return {
    operationId: name,
    tags: [area.name],
    summary: reference?.summary ?? name,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: `At most ${bodyLimit / 1024} KiB.`,
            content: { "application/json": { schema: body, ...bodyExample(reference) } },
          },
        }),
    ...(reference?.example === undefined ? {} : { "x-example": reference.example }),
    responses: describeResponses(entry, reference, answer?.schema ?? { type: "object" }),
    security: access === "token" ? [{ [securityScheme]: [] }] : [],
    ...(aliases.length === 0 ? {} : { "x-aliases": aliases }),
  };
}

function bodyExample(reference: EndpointDocs | undefined): { example?: object } {
  const example = reference?.example?.body;
  return example === undefined ? {} : { example };
}

function findReference({ endpoint }: ServedEndpoint): {
  area: AreaDocs;
  name: string;
  reference: EndpointDocs | undefined;
} {
  for (const area of areaDocs) {
    for (const [name, candidate] of Object.entries(area.endpoints)) {
      if (candidate === endpoint) return { area, name, reference: area.docs[name] };
    }
  }
  throw new Error(`No area of the contract has the endpoint ${endpoint.method} ${endpoint.path}.`);
}

/** `/v3/posts/:postId` → `/v3/posts/{postId}`. */
function toPathTemplate(path: string): string {
  return path.replace(/:([A-Za-z0-9_]+)/g, "{$1}");
}

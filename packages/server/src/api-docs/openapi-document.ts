import type { EndpointRequest } from "@porchlight/contract/endpoint";
import type { core } from "zod";

export type JsonSchema = core.JSONSchema.BaseSchema;

/** The parts of OpenAPI 3.1 that this server uses. Source: https://spec.openapis.org/oas/v3.1.1. */
export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string; "x-display-name": string }[];
  paths: Record<string, Partial<Record<OpenApiMethod, Operation>>>;
  components: {
    securitySchemes: Record<string, { type: "apiKey"; in: "header"; name: string; description: string }>;
    headers: Record<string, Header>;
    schemas: Record<string, JsonSchema>;
  };
}

export type OpenApiMethod = "get" | "post" | "put" | "patch" | "delete";

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: true; description: string; content: JsonContent };
  responses: Record<string, ResponseObject>;
  security: Record<string, string[]>[];
  /** Other paths of the same operation. */
  "x-aliases"?: string[];
  /** A valid example request. */
  "x-example"?: EndpointRequest;
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: JsonContent;
  /** Error codes with this status and their messages. */
  "x-codes"?: { code: string; message: string }[];
}

export type JsonContent = { "application/json": { schema: JsonSchema; example?: object } };

export interface Header {
  description: string;
  schema: JsonSchema;
}

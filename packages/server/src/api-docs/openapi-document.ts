import type { core } from "zod";

export type JsonSchema = core.JSONSchema.BaseSchema;
export interface Reference {
  $ref: string;
}

/** The parts of OpenAPI 3.1 that this server uses. Source: https://spec.openapis.org/oas/v3.1.1. */
export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string; "x-displayName": string }[];
  paths: Record<string, Partial<Record<OpenApiMethod, Operation>>>;
  components: Components;
}

export interface Components {
  securitySchemes: Record<string, { type: "apiKey"; in: "header"; name: string; description: string }>;
  headers: Record<string, Header>;
  /** Error responses that operations share, named after their codes. */
  responses: Record<string, ResponseObject>;
  /** Bodies of error responses by code. */
  examples: Record<string, { summary: string; value: object }>;
  schemas: Record<string, JsonSchema>;
}

export type OpenApiMethod = "get" | "post" | "put" | "patch" | "delete";

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: true; description: string; content: JsonContent };
  responses: Record<string, ResponseObject | Reference>;
  security: Record<string, string[]>[];
  "x-codeSamples": { lang: string; label: string; source: string }[];
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, Reference>;
  content: JsonContent;
}

export type JsonContent = {
  "application/json": { schema: JsonSchema; example?: object; examples?: Record<string, Reference> };
};

export interface Header {
  description: string;
  schema: JsonSchema;
}

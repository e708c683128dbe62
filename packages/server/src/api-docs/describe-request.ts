import type * as z from "zod";
import { toJsonSchema } from "./json-schema.ts";
import type { JsonSchema, Parameter } from "./openapi-document.ts";

/** The parts of a request by location. */
export interface RequestDescription {
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** Named schemas that the parts refer to. */
  definitions: Record<string, JsonSchema>;
}

/** Describes the contract's schema of `{ params, query, body }` as JSON Schema. */
export function describeRequest(request: z.ZodType): RequestDescription {
  const { schema, definitions } = toJsonSchema(request);
  const { properties = {} } = schema;
  return {
    parameters: [...pathParameters(partOf(properties, "params")), ...queryParameters(partOf(properties, "query"))],
    body: properties["body"] === undefined ? undefined : partOf(properties, "body"),
    definitions,
  };
}

function partOf(properties: NonNullable<JsonSchema["properties"]>, name: string): JsonSchema {
  const part = properties[name];
  return typeof part === "object" ? part : {};
}

function pathParameters(params: JsonSchema): Parameter[] {
  return fieldsOf(params).map(({ name, schema }) => ({ name, in: "path", required: true, schema }));
}

/** Nested objects are encoded as dotted keys, lists as repeated keys. Source: wire.md, "Request line". */
function queryParameters(query: JsonSchema, prefix = ""): Parameter[] {
  return fieldsOf(query).flatMap(({ name, required, schema }): Parameter[] => {
    if (schema.type === "object" && schema.properties) return queryParameters(schema, `${prefix}${name}.`);
    return [{ name: prefix + name, in: "query", required: required && prefix === "", schema }];
  });
}

function fieldsOf(schema: JsonSchema): { name: string; required: boolean; schema: JsonSchema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    typeof field === "object" ? [{ name, required: schema.required?.includes(name) ?? false, schema: field }] : [],
  );
}

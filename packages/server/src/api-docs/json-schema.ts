import { jsonSchemaOverrides } from "@porchlight/contract/wire/value-schema";
import * as z from "zod";
import type { JsonSchema } from "./openapi-document.ts";

/** A schema and the named schemas that it references as `#/components/schemas/…`. */
export interface JsonSchemaResult {
  schema: JsonSchema;
  definitions: Record<string, JsonSchema>;
}

/**
 * Converts a schema to the JSON Schema of its input. A value with several accepted notations is documented with the
 * simplest one ({@link jsonSchemaOverrides}).
 */
export function toJsonSchema(schema: z.ZodType): JsonSchemaResult {
  const {
    $schema: _,
    $defs = {},
    ...described
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const override = jsonSchemaOverrides.get(zodSchema);
      if (override) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, override);
      }
      // The pattern repeats what `format` says.
      if (["date-time", "date", "uuid"].includes(jsonSchema.format ?? "")) delete jsonSchema.pattern;
    },
  });
  return {
    schema: toComponentReferences(described),
    definitions: Object.fromEntries(
      Object.entries($defs).map(([name, { id: _id, ...definition }]) => [name, toComponentReferences(definition)]),
    ),
  };
}

/** The OpenAPI document shares definitions between operations, as `components`. */
function toComponentReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/components/schemas/") : value,
  ) as JsonSchema;
}

import { jsonSchemaOverrides } from "@porchlight/contract/wire/value-schema";
import * as z from "zod";
import type { JsonSchema } from "./openapi-document.ts";

/** A schema, and the named shapes that it refers to as `#/components/schemas/…`. */
export interface JsonSchemaResult {
  schema: JsonSchema;
  shapes: Record<string, JsonSchema>;
}

/** As a caller writes or reads it: forms that take several spellings are told in the plainest. */
export function toJsonSchema(schema: z.ZodType): JsonSchemaResult {
  const {
    $schema: _,
    $defs = {},
    ...described
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const plain = jsonSchemaOverrides.get(zodSchema);
      if (plain) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, plain);
      }
      // The format says the same in one word.
      if (["date-time", "date", "uuid"].includes(jsonSchema.format ?? "")) delete jsonSchema.pattern;
    },
  });
  return {
    schema: withMovedReferences(described),
    shapes: Object.fromEntries(
      Object.entries($defs).map(([name, { id: _id, ...shape }]) => [name, withMovedReferences(shape)]),
    ),
  };
}

/** The document keeps shapes in one place for all. */
function withMovedReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/components/schemas/") : value,
  ) as JsonSchema;
}

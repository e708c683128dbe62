import { oauthErrors } from "@porchlight/contract/auth/errors";
import { errors } from "@porchlight/contract/errors";
import type { JsonSchema } from "./openapi-document.ts";

const text: JsonSchema = { type: "string" };
const anything: JsonSchema = { type: "object", additionalProperties: true };

function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

/** Bodies of refusals. Source: errors.md §1; RFC 6749 §5.2. */
export const errorSchemas: Record<string, JsonSchema> = {
  Refusal: {
    description: "A refused request. Nothing has changed.",
    ...object({
      message: { ...text, description: "For people who read logs. Decide by the code, never by this." },
      details: {
        anyOf: [
          object({
            applicationError: object({
              code: { ...text, enum: Object.keys(errors) },
              description: text,
              data: { ...anything, description: "What goes with the code." },
            }),
          }),
          object({
            validationError: object({
              fieldViolations: { type: "array", items: { $ref: "#/components/schemas/FieldViolation" } },
            }),
          }),
        ],
      },
    }),
  },
  FieldViolation: {
    description: "One field that does not fit.",
    ...object(
      {
        field: { ...text, description: "Where it is, with dots." },
        description: text,
        violatedRule: { ...text, examples: ["REQUIRED_FIELD", "FORMAT", "MAX_LENGTH", "INVALID_ENUM_VALUE"] },
        ruleName: text,
        data: anything,
      },
      ["ruleName"],
    ),
  },
  OAuthRefusal: {
    description: "A refusal of the token endpoint, in the form of RFC 6749.",
    ...object({
      error: { ...text, enum: Object.keys(oauthErrors) },
      error_description: text,
      message: text,
    }),
  },
};

import { oauthErrors } from "@porchlight/contract/auth/errors";
import { errors } from "@porchlight/contract/errors";
import type { JsonSchema } from "./openapi-document.ts";

const text: JsonSchema = { type: "string" };
const anything: JsonSchema = { type: "object", additionalProperties: true };

function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

/** Bodies of error responses. Source: errors.md §1; RFC 6749 §5.2. */
export const errorSchemas: Record<string, JsonSchema> = {
  Refusal: {
    description: "The request was rejected and changed nothing.",
    ...object({
      message: { ...text, description: "For logs. Decide by the code instead." },
      details: {
        anyOf: [
          object({
            applicationError: object({
              code: { ...text, enum: Object.keys(errors) },
              description: text,
              data: { ...anything, description: "Details of the code, if it has any." },
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
    description: "An invalid value.",
    ...object(
      {
        field: { ...text, description: "Path of the field, with dots." },
        description: text,
        violatedRule: { ...text, examples: ["REQUIRED_FIELD", "FORMAT", "MAX_LENGTH", "INVALID_ENUM_VALUE"] },
        ruleName: text,
        data: anything,
      },
      ["ruleName"],
    ),
  },
  OAuthRefusal: {
    description: "An error of the token endpoint. Source: RFC 6749.",
    ...object({
      error: { ...text, enum: Object.keys(oauthErrors) },
      error_description: text,
      message: text,
    }),
  },
};

import type { FieldViolation } from "@porchlight/contract/errors";
import { type FieldRule, type ViolatedRule, violatedRules } from "@porchlight/contract/field-rules";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../context/errors.ts";

/**
 * Validates the parts of a request (params, query, body).
 *
 * @throws {InvalidArguments} @throws {Refusal} `MALFORMED_REQUEST`.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  let result: z.ZodSafeParseResult<z.output<Schema>>;
  try {
    result = schema.safeParse(input, { reportInput: true });
  } catch (error) {
    // Zod fails for an object in place of a text, if its `length` is an object.
    if (error instanceof TypeError)
      throw new Refusal("MALFORMED_REQUEST", { reason: "an object is where a text belongs" });
    throw error;
  }
  if (result.success) return result.data;
  throw new InvalidArguments(result.error.issues.flatMap((issue) => violationsOf(issue)));
}

/**
 * Converts a Zod issue to violations. Source: errors.md §1, "violatedRule".
 *
 * @param within Path of the enclosing issue.
 */
function violationsOf(issue: z.core.$ZodIssue, within: readonly PropertyKey[] = []): FieldViolation[] {
  const path = [...within, ...issue.path];
  // The first segment (params, query, body) is not part of the name.
  const field = path.slice(1).map(String).join(".");
  const { message } = issue;
  switch (issue.code) {
    case "too_big":
      return [
        violation(field, message, maxRules[issue.origin] ?? "MAX", undefined, { maximum: Number(issue.maximum) }),
      ];
    case "too_small":
      return [
        violation(field, message, minRules[issue.origin] ?? "MIN", undefined, { minimum: Number(issue.minimum) }),
      ];
    case "invalid_value":
      return [violation(field, message, "INVALID_ENUM_VALUE")];
    case "invalid_type":
      return [violation(field, message, issue.input === undefined ? "REQUIRED_FIELD" : "VALIDATION")];
    case "invalid_union":
      // For a body with several forms, report the errors of the first, documented one.
      if (field === "" && issue.errors[0]) return issue.errors[0].flatMap((inner) => violationsOf(inner, path));
      return [violation(field, message)];
    case "custom": {
      const rule = violatedRules.find((name) => name === issue.params?.["violatedRule"]);
      return [violation(field, message, rule ?? "VALIDATION")];
    }
    case "invalid_format":
      return [violation(field, message, "FORMAT", formats[issue.format])];
    default:
      return [violation(field, message)];
  }
}

/** Rules of the formats that people enter. */
const formats: Readonly<Record<string, FieldRule>> = {
  email: "EMAIL",
  url: "WEB_ADDRESS",
  date: "DATE",
  datetime: "DATE",
};
const maxRules: Readonly<Record<string, ViolatedRule>> = { string: "MAX_LENGTH", array: "MAX_SIZE" };
const minRules: Readonly<Record<string, ViolatedRule>> = { string: "MIN_LENGTH", array: "MIN_SIZE" };

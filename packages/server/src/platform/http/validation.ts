import type { FieldViolation } from "@porchlight/contract/errors";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../context/errors.ts";

/**
 * What `input` holds of `schema`: the parts of a request, each under its name (params, query, body).
 *
 * @throws {InvalidArguments} with what does not fit. @throws {Refusal} `MALFORMED_REQUEST`.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  let result: z.ZodSafeParseResult<z.output<Schema>>;
  try {
    result = schema.safeParse(input, { reportInput: true });
  } catch (error) {
    // Zod measures whatever has a `length`, also where a text belongs, and trips over one that is an object.
    if (error instanceof TypeError)
      throw new Refusal("MALFORMED_REQUEST", { reason: "an object is where a text belongs" });
    throw error;
  }
  if (result.success) return result.data;
  throw new InvalidArguments(result.error.issues.flatMap((issue) => violationsOf(issue)));
}

/**
 * The names that the contract gives to broken rules. Source: errors.md §1, "violatedRule".
 *
 * @param within Where the issue's own path begins.
 */
function violationsOf(issue: z.core.$ZodIssue, within: readonly PropertyKey[] = []): FieldViolation[] {
  const path = [...within, ...issue.path];
  // The first step says where the value travelled (params, query, body), which is not part of its name.
  const field = path.slice(1).map(String).join(".");
  const { message } = issue;
  switch (issue.code) {
    case "too_big":
      return [violation(field, message, maxRules[issue.origin] ?? "MAX")];
    case "too_small":
      return [violation(field, message, minRules[issue.origin] ?? "MIN")];
    case "invalid_value":
      return [violation(field, message, "INVALID_ENUM_VALUE")];
    case "invalid_type":
      return [violation(field, message, issue.input === undefined ? "REQUIRED_FIELD" : "VALIDATION")];
    case "invalid_union":
      // A whole body that may have several forms: what is wrong with it is said of the first, which callers are told to send.
      if (field === "" && issue.errors[0]) return issue.errors[0].flatMap((inner) => violationsOf(inner, path));
      return [violation(field, message)];
    case "custom": {
      const rule = issue.params?.["violatedRule"];
      return [violation(field, message, typeof rule === "string" ? rule : "VALIDATION")];
    }
    default:
      return [violation(field, message)];
  }
}

const maxRules: Readonly<Record<string, string>> = { string: "MAX_LENGTH", array: "MAX_SIZE" };
const minRules: Readonly<Record<string, string>> = { string: "MIN_LENGTH", array: "MIN_SIZE" };

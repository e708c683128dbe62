import { fieldRules } from "@porchlight/contract/field-rules";
import { expect, it } from "vitest";
import * as z from "zod";
import type { InvalidArguments } from "../context/errors.ts";
import { validate } from "./validation.ts";

const schema = z.object({
  body: z.object({
    name: z.string().max(3),
    tags: z.array(z.string()).min(1),
    age: z.number().max(120),
    day: z.iso.date(),
    color: z.string().regex(/^#[\da-f]{6}$/, fieldRules.COLOR),
    code: z.string().regex(/^\d$/, "must be a digit"),
    kind: z.enum(["a", "b"]),
    site: z.string(),
  }),
});

it("names the rule of each rejected field and its limit", () => {
  const body = { name: "Ada L", tags: [], age: 121, day: "today", color: "red", code: "x", kind: "c" };
  let violations: InvalidArguments["violations"] = [];
  try {
    validate(schema, { body });
  } catch (error) {
    violations = (error as InvalidArguments).violations;
  }
  expect(violations.map(({ field, violatedRule, ruleName, data }) => [field, violatedRule, ruleName, data])).toEqual([
    ["name", "MAX_LENGTH", undefined, { maximum: 3 }],
    ["tags", "MIN_SIZE", undefined, { minimum: 1 }],
    ["age", "MAX", undefined, { maximum: 120 }],
    ["day", "FORMAT", "DATE", { type: "DATE" }],
    ["color", "FORMAT", "COLOR", { type: "COLOR" }],
    ["code", "FORMAT", undefined, {}],
    ["kind", "INVALID_ENUM_VALUE", undefined, {}],
    ["site", "REQUIRED_FIELD", undefined, {}],
  ]);
});

import { fieldRules, violatedRules } from "@porchlight/contract/field-rules";
import { describe, expect, it } from "vitest";
import { violationText } from "./violation-text.ts";

const violation = { field: "body.name", description: "has a fault", violatedRule: "OTHER", data: {} } as const;

describe("violationText", () => {
  it.each(Object.keys(fieldRules))("has a sentence for %s", (type) => {
    expect(violationText({ ...violation, data: { type } })).toMatch(/^[A-Z](?!.*fault).*\.$/);
  });

  it.each(violatedRules.filter((rule) => !["FORMAT", "VALIDATION", "INVALID", "OTHER"].includes(rule)))(
    "has a sentence for %s",
    (violatedRule) => {
      const data = { minimum: 2, maximum: 2 };
      expect(violationText({ ...violation, violatedRule, data })).toMatch(/^[A-Z](?!.*fault).*\.$/);
    },
  );

  it("names the limit", () => {
    const tooLong = { ...violation, violatedRule: "MAX_LENGTH", data: { maximum: 1000 } } as const;
    expect(violationText(tooLong)).toBe("Use at most 1,000 characters.");
    expect(violationText({ ...tooLong, violatedRule: "MIN_LENGTH", data: { minimum: 1 } })).toBe(
      "This cannot be empty.",
    );
  });

  it("repeats what the server says about other rules and without a limit", () => {
    for (const violatedRule of ["OTHER", "MAX_LENGTH"] as const)
      expect(violationText({ ...violation, violatedRule })).toBe("The value has a fault.");
  });
});

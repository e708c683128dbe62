import { describe, expect, it } from "vitest";
import { singleLineText } from "./value-schema.ts";

describe("singleLineText", () => {
  it.each(["a\nb", "a\rb", "a\tb", "a\u0000b", "a\u007fb", "a\u0085b", "a\u009bb", "a\u2028b", "a\u2029b"])(
    "rejects %j",
    (text) => expect(singleLineText(10).safeParse(text).success).toBe(false),
  );

  it("allows any script and empty text", () => {
    for (const text of ["", "Zoë", "Ωμέγα", "李小龍", "👩‍🚀"])
      expect(singleLineText(10).safeParse(text).success).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { brandAccents, contrast } from "./brand-colors.ts";

const hex = (value: number) => value.toString(16).padStart(2, "0");
const steps = [0, 51, 102, 153, 204, 255];
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
);

describe("brandAccents", () => {
  it("returns readable accents for light and dark pages for any color", () => {
    for (const colour of colours) {
      const { light, dark } = brandAccents(colour);
      const pairs = [
        ...["#fbfbfd", "#ffffff", "#f2f3f7", light.soft, light.onAccent].map((ground) => [light.accent, ground]),
        [light.hover, light.onAccent],
        ...["#0f1116", "#171a21", "#0b0d11", dark.soft, dark.onAccent].map((ground) => [dark.accent, ground]),
        [dark.hover, dark.onAccent],
      ] as [string, string][];
      for (const [one, other] of pairs)
        expect([colour, one, other, contrast(one, other) >= 4.5]).toEqual([colour, one, other, true]);
    }
  });

  it("returns the color itself if it is readable", () => {
    expect(brandAccents("#3346c9").light.accent).toBe("#3346c9");
    expect(brandAccents("#97a5ff").dark.accent).toBe("#97a5ff");
    expect(brandAccents("#0b6e4f").light.accent).toBe("#0b6e4f");
  });

  it("preserves the hue otherwise", () => {
    const { light, dark } = brandAccents("#ffe600");
    expect(light.accent).toMatch(/^#[6-8][0-9a-f][67][0-9a-f]0[0-9a-f]$/);
    expect(dark.accent).toBe("#ffe600");
    expect(brandAccents("#000000").dark.accent).toMatch(/^#(..)\1\1$/);
  });

  it("computes contrasts like WCAG", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Palette = Record<string, string>;

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function palette(selector: string): Palette {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--site-([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]),
  );
}

const light = palette(":root");
const dark = palette(':root[data-theme="dark"]');

/** Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string | undefined, other: string | undefined): number {
  const luminance = (colour = "") => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const textPairs = [
  ["fg", "bg"],
  ["fg", "surface"],
  ["fg", "sunken"],
  ["fg", "accent-soft"],
  ["fg", "danger-soft"],
  ["fg", "warning-soft"],
  ["fg", "success-soft"],
  ["muted", "bg"],
  ["muted", "surface"],
  ["muted", "sunken"],
  ["success", "sunken"],
  ["warning", "sunken"],
  ["danger", "sunken"],
  ["muted", "danger-soft"],
  ["subtle", "bg"],
  ["subtle", "surface"],
  ["accent", "bg"],
  ["accent", "surface"],
  ["accent", "sunken"],
  ["accent", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["danger", "surface"],
  ["danger", "danger-soft"],
  ["warning", "surface"],
] as const;
const linePairs = [
  ["border-strong", "bg"],
  ["border-strong", "surface"],
  ["focus", "bg"],
  ["focus", "surface"],
  ["danger", "bg"],
] as const;

describe.each([
  ["light", light],
  ["dark", dark],
])("colors in %s", (_name, colours) => {
  it.each(textPairs)("%s can be read on %s", (front, back) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(linePairs)("%s can be seen on %s", (front, back) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(3);
  });
});

describe("dark colors", () => {
  it("are equal by system preference and by choice, and override every light color", () => {
    expect(palette(':root:not([data-theme="light"])')).toEqual(dark);
    expect(Object.keys(dark)).toEqual(Object.keys(light));
  });
});

import type { CSSProperties } from "react";
import { asText, dataOf } from "../document.ts";

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
type Colour = readonly [number, number, number, number];

/** Styles with custom properties, which React's type lacks. */
export type Style = CSSProperties & Record<`--${string}`, string | number>;

/** The surfaces with the least contrast, in the light and dark theme. */
const lightSurface: Colour = [242, 243, 247, 1];
const darkSurface: Colour = [23, 26, 33, 1];
/** Source: WCAG 2.2, 1.4.3. */
const readableContrast = 4.5;

const namedColours: Readonly<Record<string, string>> = {
  ...{ black: "#000", white: "#fff", red: "#f00", green: "#008000", blue: "#00f", yellow: "#ff0", orange: "#ffa500" },
  ...{ purple: "#800080", gray: "#808080", grey: "#808080", silver: "#c0c0c0", maroon: "#800000", navy: "#000080" },
  ...{ teal: "#008080", olive: "#808000", lime: "#0f0", aqua: "#0ff", cyan: "#0ff", fuchsia: "#f0f", magenta: "#f0f" },
  ...{ pink: "#ffc0cb", brown: "#a52a2a", gold: "#ffd700", indigo: "#4b0082", tomato: "#ff6347", crimson: "#dc143c" },
};

/** Parses a color; `undefined` if invalid. */
export function readColour(value: unknown): Colour | undefined {
  const text = asText(value).trim().toLowerCase();
  const [, hex] = /^#([\da-f]{3,8})$/.exec(namedColours[text] ?? text) ?? [];
  if (hex) {
    const digits = hex.length < 5 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red, green, blue, alpha = 255] = digits.map((pair) => Number.parseInt(pair, 16));
    return hex.length === 5 || hex.length === 7 ? undefined : [red!, green!, blue!, alpha / 255];
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(0?\.\d+|0|1(?:\.0)?)\s*)?\)$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [red, green, blue] = parts.slice(1, 4).map((part) => Math.min(255, Number(part)));
  return [red!, green!, blue!, parts[4] === undefined ? 1 : Number(parts[4])];
}

/** Serialized from its numbers, so that nothing else can be injected. */
export function writeColour([red, green, blue, alpha]: Colour): string {
  return alpha === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${Math.round(alpha * 100)}%)`;
}

export function safeColour(value: unknown): string | undefined {
  const colour = readColour(value);
  return colour && writeColour(colour);
}

/**
 * Styles for text in a custom color where it is readable: with its own background, or per theme if the contrast
 * suffices.
 */
export function colouredText(foreground: unknown, background: unknown): { className?: string; style?: Style } {
  const front = readColour(foreground);
  const back = readColour(background);
  if (back && back[3] > 0.9) {
    const isReadable = front && contrast(front, back) >= readableContrast;
    const color = isReadable
      ? front
      : contrast([0, 0, 0, 1], back) > contrast([255, 255, 255, 1], back)
        ? black
        : white;
    return { style: { color: writeColour(color), backgroundColor: writeColour(back) } };
  }
  if (!front) return {};
  const style: Style = {};
  if (contrast(front, lightSurface) >= readableContrast) style["--on-light"] = writeColour(front);
  if (contrast(front, darkSurface) >= readableContrast) style["--on-dark"] = writeColour(front);
  return Object.keys(style).length === 0 ? {} : { className: "site-colour", style };
}

const black: Colour = [0, 0, 0, 1];
const white: Colour = [255, 255, 255, 1];

function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** A number, or numeric text, within the limits; otherwise `undefined`. */
export function numberWithin(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,6}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && number >= minimum && number <= maximum ? number : undefined;
}

/** A CSS length; pixels without a unit. */
export function safeLength(value: unknown, maximum = 2000): string | undefined {
  const [, digits, unit = "px"] = /^(\d{1,4}(?:\.\d{1,4})?)(px|em|rem|%)?$/.exec(String(value ?? "").trim()) ?? [];
  return digits === undefined || Number(digits) > maximum ? undefined : `${digits}${unit}`;
}

/** A solid or gradient background with readable text; empty if invalid. */
export function backgroundOf(value: unknown, gradient?: unknown): Style {
  const stops = dataOf(gradient as { stops?: unknown; angle?: unknown; type?: unknown });
  const given = Array.isArray(stops.stops)
    ? stops.stops.slice(0, 20).map((stop) => readColour(dataOf(stop as { color?: unknown }).color))
    : [];
  const colours = given.filter((colour) => colour !== undefined);
  const back = readColour(value) ?? colours[0];
  if (!back || back[3] < 0.5) return {};
  const all = colours.length > 1 ? colours : [back];
  const color = [black, white].find((ink) => all.every((one) => contrast(ink, one) >= readableContrast));
  if (!color) return {};
  const angle = numberWithin(stops.angle, -360, 360) ?? 90;
  const list = colours.map(writeColour).join(", ");
  const blend = stops.type === "RADIAL" ? `radial-gradient(${list})` : `linear-gradient(${angle}deg, ${list})`;
  return {
    color: writeColour(color),
    backgroundColor: writeColour(back),
    ...(colours.length > 1 && { backgroundImage: blend }),
  };
}

interface BorderFacts {
  borderColor?: unknown;
  borderWidth?: unknown;
  borderRadius?: unknown;
}

/** Border and radius. */
export function borderOf({ borderColor, borderWidth, borderRadius }: BorderFacts): Style {
  const colour = safeColour(borderColor);
  const width = numberWithin(borderWidth, 0, 20);
  const radius = numberWithin(borderRadius, 0, 200);
  return {
    ...(width !== undefined && { borderWidth: width, borderStyle: "solid" }),
    ...(colour && { borderColor: colour }),
    ...(radius !== undefined && { borderRadius: radius }),
  };
}

/** No attribute for empty styles. */
export function styled(style: Style): { style?: Style } {
  return Object.values(style).some((value) => value !== undefined) ? { style } : {};
}

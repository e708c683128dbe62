import type { CSSProperties } from "react";
import { asText, dataOf } from "../document.ts";

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
type Color = readonly [number, number, number, number];

/** Styles with custom properties, which React's type lacks. */
export type Style = CSSProperties & Record<`--${string}`, string | number>;

/** The surfaces with the least contrast, in the light and dark theme. */
const lightSurface: Color = [242, 243, 247, 1];
const darkSurface: Color = [23, 26, 33, 1];
/** Source: WCAG 2.2, 1.4.3. */
const readableContrast = 4.5;

const namedColors: Readonly<Record<string, string>> = {
  ...{ black: "#000", white: "#fff", red: "#f00", green: "#008000", blue: "#00f", yellow: "#ff0", orange: "#ffa500" },
  ...{ purple: "#800080", gray: "#808080", grey: "#808080", silver: "#c0c0c0", maroon: "#800000", navy: "#000080" },
  ...{ teal: "#008080", olive: "#808000", lime: "#0f0", aqua: "#0ff", cyan: "#0ff", fuchsia: "#f0f", magenta: "#f0f" },
  ...{ pink: "#ffc0cb", brown: "#a52a2a", gold: "#ffd700", indigo: "#4b0082", tomato: "#ff6347", crimson: "#dc143c" },
};

/** Parses a color; `undefined` if invalid. */
export function parseColor(value: unknown): Color | undefined {
  const text = asText(value).trim().toLowerCase();
  const [, hex] = /^#([\da-f]{3,8})$/.exec(namedColors[text] ?? text) ?? [];
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
export function serializeColor([red, green, blue, alpha]: Color): string {
  return alpha === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${Math.round(alpha * 100)}%)`;
}

export function safeColor(value: unknown): string | undefined {
  const colour = parseColor(value);
  return colour && serializeColor(colour);
}

/**
 * Styles for text in a custom color where it is readable: with its own background, or per theme if the contrast
 * suffices.
 */
export function coloredText(foreground: unknown, background: unknown): { className?: string; style?: Style } {
  const front = parseColor(foreground);
  const back = parseColor(background);
  if (back && back[3] > 0.9) {
    const isReadable = front && contrast(front, back) >= readableContrast;
    const color = isReadable
      ? front
      : contrast([0, 0, 0, 1], back) > contrast([255, 255, 255, 1], back)
        ? black
        : white;
    return { style: { color: serializeColor(color), backgroundColor: serializeColor(back) } };
  }
  if (!front) return {};
  const style: Style = {};
  if (contrast(front, lightSurface) >= readableContrast) style["--on-light"] = serializeColor(front);
  if (contrast(front, darkSurface) >= readableContrast) style["--on-dark"] = serializeColor(front);
  return Object.keys(style).length === 0 ? {} : { className: "site-colour", style };
}

const black: Color = [0, 0, 0, 1];
const white: Color = [255, 255, 255, 1];

function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function luminance([red, green, blue]: Color): number {
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
    ? stops.stops.slice(0, 20).map((stop) => parseColor(dataOf(stop as { color?: unknown }).color))
    : [];
  const colours = given.filter((colour) => colour !== undefined);
  const back = parseColor(value) ?? colours[0];
  if (!back || back[3] < 0.5) return {};
  const all = colours.length > 1 ? colours : [back];
  const color = [black, white].find((ink) => all.every((one) => contrast(ink, one) >= readableContrast));
  if (!color) return {};
  const angle = numberWithin(stops.angle, -360, 360) ?? 90;
  const list = colours.map(serializeColor).join(", ");
  const blend = stops.type === "RADIAL" ? `radial-gradient(${list})` : `linear-gradient(${angle}deg, ${list})`;
  return {
    color: serializeColor(color),
    backgroundColor: serializeColor(back),
    ...(colours.length > 1 && { backgroundImage: blend }),
  };
}

interface BorderData {
  borderColor?: unknown;
  borderWidth?: unknown;
  borderRadius?: unknown;
}

/** Border and radius. */
export function borderOf({ borderColor, borderWidth, borderRadius }: BorderData): Style {
  const colour = safeColor(borderColor);
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

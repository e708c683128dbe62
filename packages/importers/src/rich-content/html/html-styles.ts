import type { Decoration, TextAlignment } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import type { HtmlContext } from "./html-conversion.ts";

const alignments = new Map<string, TextAlignment>([
  ["left", "LEFT"],
  ["right", "RIGHT"],
  ["center", "CENTER"],
  ["justify", "JUSTIFY"],
]);

/** Supported styles, one decoration for each. */
const readers: readonly ((style: ReadonlyMap<string, string>) => Decoration | undefined)[] = [
  (style) =>
    when(/^(?:bold|bolder|[6-9]00)$/.test(style.get("font-weight") ?? ""), { type: "BOLD", fontWeightValue: 700 }),
  (style) => when(/^(?:italic|oblique)$/.test(style.get("font-style") ?? ""), { type: "ITALIC", italicData: true }),
  (style) => when(/\bunderline\b/.test(textDecoration(style)), { type: "UNDERLINE", underlineData: true }),
  (style) => when(/\bline-through\b/.test(textDecoration(style)), { type: "STRIKETHROUGH", strikethroughData: true }),
  (style) => {
    const foreground = toColor(style.get("color"));
    const background = toColor(style.get("background-color") ?? style.get("background"));
    if (foreground === undefined && background === undefined) return undefined;
    return { type: "COLOR", colorData: { ...(foreground && { foreground }), ...(background && { background }) } };
  },
  (style) => {
    const [, number = "", unit = ""] =
      /^(\d{1,3}(?:\.\d{1,3})?)(px|em|rem|pt|%)$/.exec(style.get("font-size") ?? "") ?? [];
    const value = Number(number);
    if (!(value > 0)) return undefined;
    const inPixels = { px: 1, pt: 4 / 3 }[unit];
    const fontSizeData =
      inPixels === undefined
        ? { unit: "EM" as const, value: unit === "%" ? value / 100 : value }
        : { unit: "PX" as const, value: Math.round(value * inPixels) };
    return fontSizeData.unit === "EM" && fontSizeData.value === 1 ? undefined : { type: "FONT_SIZE", fontSizeData };
  },
];

/** Adds alignment, weight, slant, lines, colors and size of `element` to what it inherits. Other styles are ignored. */
export function styledContext(element: Element, context: HtmlContext): HtmlContext {
  const { align, style, color, className } = element.properties;
  const declared = declarationsOf(typeof style === "string" ? style.slice(0, 2000) : "");
  if (element.tagName === "font" && typeof color === "string") declared.set("color", color.toLowerCase());
  const byClass = /(?:^|\s)has-text-align-(\w+)/.exec(Array.isArray(className) ? className.join(" ") : "")?.[1];
  const textAlign = declared.get("text-align") ?? byClass ?? (typeof align === "string" ? align.toLowerCase() : "");
  const alignment = element.tagName === "center" ? "CENTER" : alignments.get(textAlign);
  let { decorations } = context;
  for (const read of readers) {
    const added = read(declared);
    if (added === undefined) continue;
    const isValue = added.type === "COLOR" || added.type === "FONT_SIZE";
    if (isValue) decorations = [...decorations.filter(({ type }) => type !== added.type), added];
    else if (!decorations.some(({ type }) => type === added.type)) decorations = [...decorations, added];
  }
  return { ...context, alignment: alignment ?? context.alignment, decorations };
}

function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, "");
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declarations;
}

function textDecoration(style: ReadonlyMap<string, string>): string {
  return `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
}

function when(holds: boolean, decoration: Decoration): Decoration | undefined {
  return holds ? decoration : undefined;
}

/** The color of a style, if rich content can have it: `#rrggbb` or a name. */
export function toColor(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(value)) return value;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0)?\s*)?\)$/.exec(value);
  if (rgb)
    return `#${rgb
      .slice(1, 4)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"))
      .join("")}`;
  const isWord =
    /^[a-z]{3,20}$/.test(value) && !/^(?:inherit|initial|unset|revert|transparent|currentcolor|none|auto)$/.test(value);
  return isWord ? value : undefined;
}

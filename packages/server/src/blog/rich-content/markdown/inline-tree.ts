import {
  type Decoration,
  inlineCodeFontFamily,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";

export type InlinePiece = { text: string } | { decoration: Decoration; pieces: InlinePiece[] };

export const isCode = ({ fontFamilyData }: Decoration) => fontFamilyData?.value === inlineCodeFontFamily;

/** HTML tags of decorations. */
export const inlineTags: Readonly<Record<string, string>> = {
  BOLD: "strong",
  ITALIC: "em",
  STRIKETHROUGH: "del",
  UNDERLINE: "u",
  SUPERSCRIPT: "sup",
  SUBSCRIPT: "sub",
};

/** TEXT nodes as a tree that groups adjacent nodes by shared decorations, outermost first. Ignores other nodes. */
export function inlineTreeOf(nodes: readonly RichContentNode[]): InlinePiece[] {
  const runs = nodes.flatMap(({ textData }) =>
    textData && textData.text !== ""
      ? [{ text: textData.text, decorations: expressibleDecorations(textData.decorations) }]
      : [],
  );
  return buildTree(runs);
}

interface Run {
  text: string;
  decorations: readonly Decoration[];
}

function buildTree(runs: readonly Run[]): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  for (let from = 0; from < runs.length; ) {
    const key = keyOf(runs[from]?.decorations[0]);
    let to = from + 1;
    while (to < runs.length && keyOf(runs[to]?.decorations[0]) === key) to += 1;
    const same = runs.slice(from, to);
    const decoration = same[0]?.decorations[0];
    if (decoration === undefined) pieces.push({ text: same.map(({ text }) => text).join("") });
    else
      pieces.push({
        decoration,
        pieces: buildTree(same.map(({ text, decorations }) => ({ text, decorations: decorations.slice(1) }))),
      });
    from = to;
  }
  return pieces;
}

/** The decorations that Markdown or HTML can express, one per type. */
function expressibleDecorations(decorations: readonly Decoration[]): Decoration[] {
  const byType = new Map<string, Decoration>();
  for (const decoration of decorations) {
    const { type, linkData } = decoration;
    const isExpressible =
      type === "LINK"
        ? Boolean(linkData?.link?.url || linkData?.link?.anchor)
        : inlineTags[type] !== undefined || isCode(decoration) || styleOf(decoration) !== "";
    if (isExpressible && !byType.has(type)) byType.set(type, decoration);
  }
  return [...byType.values()];
}

function keyOf(decoration: Decoration | undefined): string {
  if (decoration === undefined) return "";
  return inlineTags[decoration.type] === undefined ? JSON.stringify(decoration) : decoration.type;
}

/** The CSS that the import converts to `decoration`; empty if there is none. */
export function styleOf({ type, colorData, fontSizeData }: Decoration): string {
  const isColor = (value: string | null | undefined): value is string =>
    typeof value === "string" && /^#?\w{3,20}$/.test(value);
  if (type === "COLOR") {
    const { foreground, background } = colorData ?? {};
    return [
      ...(isColor(foreground) ? [`color:${foreground}`] : []),
      ...(isColor(background) ? [`background-color:${background}`] : []),
    ].join(";");
  }
  const size = fontSizeData?.value;
  if (type !== "FONT_SIZE" || !(Number(size) > 0)) return "";
  return `font-size:${size}${fontSizeData?.unit === "EM" ? "em" : "px"}`;
}

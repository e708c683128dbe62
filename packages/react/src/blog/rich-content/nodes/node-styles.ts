import type { RichContentNode, TextStyle } from "@porchlight/contract/blog/rich-content/rich-content";
import { asText, dataOf } from "../document.ts";
import { backgroundOf, borderOf, numberWithin, type Style, safeColor, safeLength, styled } from "./css-values.ts";

/** Padding, background, indentation and line height; the border of an image, the line of a divider. */
export function nodeStyle(node: RichContentNode): { style?: Style } {
  const { paddingTop, paddingBottom, backgroundColor } = dataOf(node.style);
  const above = safeLength(paddingTop, 200);
  const below = safeLength(paddingBottom, 200);
  const data = dataOf(
    (node.paragraphData ??
      node.headingData ??
      node.bulletedListData ??
      node.orderedListData ??
      node.checkboxListData ??
      node.blockquoteData) as {
      indentation?: unknown;
      textStyle?: TextStyle;
    },
  );
  const isList = node.type.endsWith("_LIST");
  // Lists are indented by nesting.
  const steps = isList ? undefined : numberWithin(data.indentation, 1, 10);
  const lineHeight = numberWithin(dataOf(data.textStyle).lineHeight, 1, 4);
  return styled({
    ...(above && { paddingBlockStart: above }),
    ...(below && { paddingBlockEnd: below }),
    ...backgroundOf(backgroundColor),
    ...(steps && { marginInlineStart: `min(${steps * 2}em, ${Math.min(40, steps * 6)}%)` }),
    ...(lineHeight && { lineHeight }),
    ...(node.type === "IMAGE" && imageStyle(node)),
    ...(node.type === "DIVIDER" && dividerStyle(node)),
  });
}

function imageStyle(node: RichContentNode): Style {
  const { styles } = dataOf(node.imageData as { styles?: { border?: unknown } });
  const { width, color, radius } = dataOf(
    dataOf(styles).border as { width?: unknown; color?: unknown; radius?: unknown },
  );
  return borderOf({ borderWidth: width, borderColor: color, borderRadius: radius });
}

function dividerStyle(node: RichContentNode): Style {
  const { styles, alignment } = dataOf(node.dividerData as { styles?: unknown; alignment?: unknown });
  const { color, lineThickness } = dataOf(styles as { color?: unknown; lineThickness?: unknown });
  const borderColor = safeColor(color);
  const thick = numberWithin(Array.isArray(lineThickness) ? lineThickness[0] : undefined, 1, 20);
  const side = asText(alignment);
  return {
    ...(borderColor && { borderColor }),
    ...(thick && { borderBlockStartWidth: thick }),
    ...(side === "LEFT" && { marginInlineEnd: "auto", marginInlineStart: 0 }),
    ...(side === "RIGHT" && { marginInlineStart: "auto", marginInlineEnd: 0 }),
  };
}

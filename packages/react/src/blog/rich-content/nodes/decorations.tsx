import type { Decoration } from "@porchlight/contract/blog/rich-content/rich-content";
import { asText, dataOf, type RenderContext, type Wrapper } from "../document.ts";
import { coloredText, numberWithin, safeColor } from "./css-values.ts";
import { textOf } from "./node-texts.ts";
import { Spoiler } from "./spoiler.tsx";

/** Less common decorations. */
export function extendedWrapper(decoration: Decoration, context: RenderContext): Wrapper | undefined {
  switch (decoration.type) {
    case "COLOR": {
      const { foreground, background } = dataOf(decoration.colorData);
      const attributes = coloredText(foreground, background);
      return attributes.style && span("color", attributes);
    }
    case "FONT_SIZE": {
      const { unit, value } = dataOf(decoration.fontSizeData);
      const inEm = unit === "EM";
      const size = numberWithin(value, inEm ? 0.5 : 8, inEm ? 6 : 96);
      // Pixels become rem to respect the reader's font size.
      return size === undefined
        ? undefined
        : span("size", { style: { fontSize: inEm ? `${size}em` : `${size / 16}rem` } });
    }
    case "FONT_FAMILY": {
      const family = asText(dataOf(decoration.fontFamilyData).value).trim();
      return /^[\w\s,'-]{1,200}$/.test(family) ? span("family", { style: { fontFamily: family } }) : undefined;
    }
    case "MENTION": {
      const { name, slug } = dataOf(decoration.mentionData);
      return span("mention", {
        className: "site-mention",
        title: asText(name) || undefined,
        "data-member": asText(slug) || undefined,
      });
    }
    case "SKETCH": {
      const { variant, color } = dataOf(decoration.sketchData);
      const ink = safeColor(color);
      const looks = /^(?:UNDERLINE|BOX|CIRCLE|HIGHLIGHT|STRIKETHROUGH|CROSSED_OFF)$/;
      const name = looks.test(asText(variant)) ? asText(variant).toLowerCase() : "underline";
      return span("sketch", {
        className: "site-sketch",
        "data-variant": name,
        ...(ink && { style: { "--ink": ink } }),
      });
    }
    case "SPOILER": {
      const text = textOf(context);
      const id = asText(dataOf(decoration.spoilerData).id);
      return {
        key: `spoiler ${id}`,
        kind: "spoiler",
        tag: Spoiler,
        attributes: { show: text("blog.content.showSpoiler"), hide: text("blog.content.hideSpoiler") },
      };
    }
    default:
      return undefined;
  }
}

function span(kind: string, attributes: Record<string, unknown>): Wrapper {
  return { key: `${kind} ${JSON.stringify(attributes)}`, kind, tag: "span", attributes };
}

import type { ContainerData, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { asText, dataOf, type RenderContext } from "../document.ts";
import { safeLength } from "./css-values.ts";
import { textOf } from "./node-texts.ts";
import { Spoiler } from "./spoiler.tsx";

/** A node's container data, in whichever property it is. */
export function containerOf(node: RichContentNode): Partial<ContainerData> & { spoiler?: unknown } {
  for (const [name, data] of Object.entries(node)) {
    if (name.endsWith("Data") && dataOf(data as { containerData?: unknown }).containerData)
      return dataOf((data as { containerData?: ContainerData }).containerData);
  }
  return {};
}

/** Applies the container's width, alignment and spoiler to `element`. */
export function contain(node: RichContentNode, element: ReactNode, context: RenderContext): ReactNode {
  const { width, alignment, textWrap, spoiler } = containerOf(node);
  const { size, custom } = dataOf(width);
  const inlineSize = safeLength(custom);
  const place = /^(?:LEFT|RIGHT)$/.test(asText(alignment)) ? asText(alignment).toLowerCase() : undefined;
  const wide = /^(?:SMALL|FULL_WIDTH)$/.test(asText(size)) ? asText(size).toLowerCase() : undefined;
  const sized =
    inlineSize || place || wide ? (
      <div
        className="site-placed"
        data-place={place}
        data-size={inlineSize ? undefined : wide}
        data-wrap={(place && textWrap === true) || undefined}
        style={inlineSize ? { inlineSize } : undefined}
      >
        {element}
      </div>
    ) : (
      element
    );
  const { enabled, description, buttonText } = dataOf(
    spoiler as { enabled?: unknown; description?: unknown; buttonText?: unknown },
  );
  if (enabled !== true) return sized;
  const text = textOf(context);
  return (
    <Spoiler
      isBlock
      show={asText(buttonText) || text("blog.content.showSpoiler")}
      hide={text("blog.content.hideSpoiler")}
      description={asText(description)}
    >
      {sized}
    </Spoiler>
  );
}

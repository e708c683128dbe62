import type { RichContent as RichContentDocument } from "@porchlight/contract/blog/rich-content";
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import { memo, useId } from "react";
import type { Messages } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { renderBlocks } from "./blocks.tsx";
import { assignElementIds, childrenOf, findTopLevel } from "./document.ts";

export interface RichContentProps {
  /** The document; nothing is rendered for what is not one. */
  content: RichContentDocument | null | undefined;
  /**
   * Level of the heading that stands above the text: 1 under a page's `h1`. Headings begin one below it and keep their
   * order, but none goes deeper than one below the last, so that the outline of the page has no gaps.
   */
  headingOffset?: 0 | 1 | 2 | 3 | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/**
 * The body of a post, from its node tree to elements; no HTML text is ever put in. Only known nodes and decorations
 * appear, only http, https, mailto, tel and addresses of this site are linked. Source: security rules for content.
 */
export const RichContent = memo(function RichContent({
  content,
  headingOffset = 0,
  messages,
  appearance,
}: RichContentProps) {
  const text = useTexts(blog, messages);
  const groupPrefix = useId();
  const nodes = childrenOf(content);
  const blocks = renderBlocks(
    nodes,
    {
      topHeading: headingOffset + 1,
      topLevel: findTopLevel(nodes),
      lastHeading: headingOffset,
      text,
      elementIds: assignElementIds(nodes),
      usedIds: new Set(),
      groupPrefix,
      codeBlocks: 0,
      tables: 0,
      groups: 0,
    },
    0,
  );
  return <div {...part("richContent", "site-prose", appearance)}>{blocks}</div>;
});

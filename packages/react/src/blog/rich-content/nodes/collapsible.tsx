import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { renderBlocks } from "../blocks.tsx";
import { childrenOf, dataOf, type RenderContext, takeElementId } from "../document.ts";
import { renderText } from "../text.tsx";

/** Collapsible sections that work without scripts. */
export function renderCollapsible(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
): ReactNode {
  const { expandOnlyOne, initialExpandedItems, direction } = dataOf(node.collapsibleListData);
  const group = expandOnlyOne === true ? `${context.groupPrefix}-${++context.groups}` : undefined;
  const items = childrenOf(node).filter((item) => item.type === "COLLAPSIBLE_ITEM");
  if (items.length === 0) return null;
  return (
    <div id={id} className="site-collapsible" dir={direction === "RTL" ? "rtl" : undefined}>
      {items.map((item, index) => {
        const parts = childrenOf(item);
        const title = parts.find((one) => one.type === "COLLAPSIBLE_ITEM_TITLE");
        const body = parts.find((one) => one.type === "COLLAPSIBLE_ITEM_BODY");
        const isOpen =
          initialExpandedItems === "ALL"
            ? group === undefined || index === 0
            : initialExpandedItems === "FIRST" && index === 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are never reordered
          <details key={index} id={takeElementId(item, context)} name={group} open={isOpen}>
            <summary>{title ? renderTitle(title, context) : null}</summary>
            <div className="site-collapsible-body">{body && renderBlocks(childrenOf(body), context, depth + 2)}</div>
          </details>
        );
      })}
    </div>
  );
}

// A summary only allows phrasing content, so a title's paragraphs become one line.
function renderTitle(title: RichContentNode, context: RenderContext): ReactNode {
  const children = childrenOf(title);
  const lines = children.some((child) => child.type === "TEXT") ? [title] : children;
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
    <span key={index}>{renderText(line, context)} </span>
  ));
}

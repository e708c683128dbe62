import { maxDraftDepth } from "@porchlight/contract/blog/drafts/draft-values";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { prepareRichContent, RichContent } from "../rich-content.tsx";
import { nestedIn } from "./nested-content.ts";

describe("content at the maximum depth", () => {
  it.each([
    [["BLOCKQUOTE"]],
    [["BULLETED_LIST", "LIST_ITEM"]],
    [["CHECKBOX_LIST", "LIST_ITEM"]],
    [["COLLAPSIBLE_LIST", "COLLAPSIBLE_ITEM", "COLLAPSIBLE_ITEM_BODY"]],
    [["TABLE", "TABLE_ROW", "TABLE_CELL"]],
    [["LAYOUT", "LAYOUT_CELL"]],
    [["CARD"]],
    [["SMART_BLOCK", "SMART_BLOCK_CELL"]],
    [["BLOCKQUOTE", "TABLE", "TABLE_ROW", "TABLE_CELL", "CARD", "ORDERED_LIST", "LIST_ITEM"]],
  ])("is rendered completely: %j", async (types) => {
    const content = { nodes: [nestedIn(types, maxDraftDepth, "the bottom")] };
    expect(depthOf(content.nodes)).toBe(maxDraftDepth);
    await prepareRichContent(content);
    for (const nonce of [undefined, "n"])
      expect(renderToStaticMarkup(<RichContent content={content} nonce={nonce} />)).toContain("the bottom");
  });
});

function depthOf(nodes: readonly RichContentNode[]): number {
  return nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map((node) => depthOf(node.nodes)));
}

import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { renderBlocks } from "../blocks.tsx";
import type { ExtendedNodes, RenderContext } from "../document.ts";
import { renderAppEmbed, renderButton, renderLinkPreview, renderShape } from "./cards.tsx";
import { renderCollapsible } from "./collapsible.tsx";
import { contain } from "./container.tsx";
import { extendedWrapper } from "./decorations.tsx";
import { renderEmbed, renderHtml, renderMap } from "./embeds.tsx";
import { renderGallery } from "./gallery.tsx";
import { renderLayout, renderSmartBlock, renderSurface, renderToc } from "./layout.tsx";
import { renderAudio, renderFile, renderGif, renderVideo } from "./media.tsx";
import { nodeStyle } from "./node-styles.ts";
import { nodeTexts } from "./node-texts.ts";
import { renderPoll } from "./poll.tsx";
import { withStyleSheet } from "./style-sheet.tsx";
import { renderTable } from "./table.tsx";

/** Renderers for nodes, decorations and styles that most documents do not use. */
export const extendedNodes: ExtendedNodes = {
  texts: nodeTexts,
  block(node, context, depth, id) {
    const block = renderBlock(node, context, depth, id);
    return block && contain(node, block, context);
  },
  wrapper: extendedWrapper,
  styleOf: nodeStyle,
  moveStylesToSheet: withStyleSheet,
  contain,
};

function renderBlock(node: RichContentNode, context: RenderContext, depth: number, id: string | undefined): ReactNode {
  switch (node.type) {
    case "TABLE":
      return renderTable(node, context, depth, id, renderBlocks);
    case "COLLAPSIBLE_LIST":
      return renderCollapsible(node, context, depth, id);
    case "LAYOUT":
      return renderLayout(node, context, depth, id);
    case "CARD":
      return renderSurface(node, context, depth, id);
    case "SMART_BLOCK":
      return renderSmartBlock(node, context, depth, id);
    case "VIDEO":
      return renderVideo(node, context, id);
    case "AUDIO":
      return renderAudio(node, context, id);
    case "FILE":
      return renderFile(node, context, id);
    case "GIF":
      return renderGif(node, context, id);
    case "GALLERY":
      return renderGallery(node, context, id);
    case "HTML":
      return renderHtml(node, context, id);
    case "EMBED":
      return renderEmbed(node, context, id);
    case "MAP":
      return renderMap(node, context, id);
    case "LINK_PREVIEW":
      return renderLinkPreview(node, context, id);
    case "APP_EMBED":
      return renderAppEmbed(node, context, id);
    case "BUTTON":
      return renderButton(node, context, id);
    case "SHAPE":
      return renderShape(node, context, id);
    case "POLL":
      return renderPoll(node, context, id);
    case "TOC":
      return renderToc(node, context, id);
    default:
      return null;
  }
}

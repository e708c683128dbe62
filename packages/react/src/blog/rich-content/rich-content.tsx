import type {
  RichContent as RichContentDocument,
  RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import { lazy, memo, Suspense, useId } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { renderBlocks } from "./blocks.tsx";
import { assignElementIds, childrenOf, type ExtendedNodes, findTopLevel, needsExtendedNodes } from "./document.ts";
import { Pictures } from "./pictures.tsx";

/** Props of {@link RichContent}. */
export interface RichContentProps {
  /** The document; anything else renders nothing. */
  content: RichContentDocument | null | undefined;
  /**
   * Level of the heading above the content: 1 below a page's `h1`. Headings start one below it and keep their order, at
   * most one deeper than the previous, so that the page outline has no gaps.
   */
  headingOffset?: 0 | 1 | 2 | 3 | undefined;
  /** Direction of its text. Default: that of the page. */
  direction?: "ltr" | "rtl" | undefined;
  /** Id of the post, which enables its polls if the client has the module `polls`. */
  postId?: string | undefined;
  /**
   * Nonce of the page's Content-Security-Policy, if that forbids style attributes: the content's styles are then
   * rendered as a `<style>` element with this nonce. Pass the same value on the server and in the browser.
   */
  nonce?: string | undefined;
  /**
   * Base URL of the server, or an empty string for this origin. If set, scripts in HTML blocks run in a sandboxed frame
   * from that server, which must have the surrounding page registered as its site. Default: scripts do not run.
   */
  frameHost?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

interface BlocksProps extends Pick<RichContentProps, "headingOffset" | "postId" | "messages" | "nonce" | "frameHost"> {
  nodes: readonly RichContentNode[];
  extendedNodes?: ExtendedNodes | undefined;
}

let extendedNodes: ExtendedNodes | undefined;

async function loadExtendedNodes(): Promise<ExtendedNodes> {
  extendedNodes = (await import("./nodes/extended-nodes.tsx")).extendedNodes;
  return extendedNodes;
}

// Servers load them at startup, because `renderToString` cannot wait for lazy components.
if (typeof document === "undefined") loadExtendedNodes().catch(() => undefined);

const LazyBlocks = lazy(async () => {
  const loaded = await loadExtendedNodes();
  return { default: (props: BlocksProps) => <Blocks {...props} extendedNodes={loaded} /> };
});

/**
 * Loads the renderers for less common nodes if `content` requires them. `RichContent` does so itself; after awaiting
 * this it renders synchronously, as `renderToString` requires, and a page navigated to appears complete.
 */
export async function prepareRichContent(content: RichContentDocument | null | undefined): Promise<void> {
  if (!extendedNodes && needsExtendedNodes(childrenOf(content))) await loadExtendedNodes();
}

/**
 * Renders the content of a post as React elements, never as an HTML string. Only known nodes and decorations are
 * rendered, links are limited to http, https, mailto, tel and this site, and external content stays in a sandboxed
 * frame that the reader opens. Source: security rules for content.
 */
export const RichContent = memo(function RichContent({
  content,
  headingOffset = 0,
  direction,
  postId,
  nonce,
  frameHost,
  messages,
  appearance,
}: RichContentProps) {
  const nodes = childrenOf(content);
  const props = { nodes, headingOffset, postId, nonce, frameHost, messages };
  return (
    <Pictures {...{ direction, messages, appearance }}>
      {needsExtendedNodes(nodes) ? (
        <Suspense>
          {extendedNodes ? <Blocks {...props} extendedNodes={extendedNodes} /> : <LazyBlocks {...props} />}
        </Suspense>
      ) : (
        <Blocks {...props} />
      )}
    </Pictures>
  );
});

function Blocks({ nodes, headingOffset = 0, postId, nonce, frameHost, messages, extendedNodes }: BlocksProps) {
  const text = useTexts(extendedNodes?.texts ?? blog, messages);
  const id = useId();
  const blocks = renderBlocks(
    nodes,
    {
      topHeading: headingOffset + 1,
      topLevel: findTopLevel(nodes),
      lastHeading: headingOffset,
      text,
      elementIds: assignElementIds(nodes),
      usedIds: new Set(),
      groupPrefix: id,
      codeBlocks: 0,
      tables: 0,
      groups: 0,
      postId,
      frameHost,
      nodes,
      extendedNodes,
    },
    0,
  );
  return extendedNodes && nonce ? extendedNodes.moveStylesToSheet(blocks, nonce, id) : blocks;
}

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
  /** Id of the post, which enables its polls if the client has the module `polls`. */
  postId?: string | undefined;
  /**
   * Nonce of the page's Content-Security-Policy, if it forbids style attributes: styles of the content then come in a
   * style sheet with it. The same on the server and in the browser.
   */
  nonce?: string | undefined;
  /**
   * Base URL of the server, empty for this origin: scripts in HTML blocks then run in a page of the server with an
   * opaque origin. Default: they do not run. The server must know the surrounding page as its site.
   */
  frameHost?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

interface BlocksProps extends Pick<RichContentProps, "headingOffset" | "postId" | "messages" | "nonce" | "frameHost"> {
  nodes: readonly RichContentNode[];
  more?: ExtendedNodes | undefined;
}

let more: ExtendedNodes | undefined;

async function loadMore(): Promise<ExtendedNodes> {
  more = (await import("./nodes/extended-nodes.tsx")).extendedNodes;
  return more;
}

// Loaded at startup of a server for renderers that cannot wait.
if (typeof document === "undefined") loadMore().catch(() => undefined);

const LazyBlocks = lazy(async () => {
  const loaded = await loadMore();
  return { default: (props: BlocksProps) => <Blocks {...props} more={loaded} /> };
});

/**
 * Loads the renderers for less common nodes if `content` requires them. `RichContent` does so itself; after awaiting
 * this it renders synchronously, as `renderToString` requires, and a page navigated to appears complete.
 */
export async function prepareRichContent(content: RichContentDocument | null | undefined): Promise<void> {
  if (!more && needsExtendedNodes(childrenOf(content))) await loadMore();
}

/**
 * Renders the content of a post to elements, never through HTML text. Only known nodes and decorations are rendered,
 * links are limited to http, https, mailto, tel and this site, and external content stays in a sandboxed frame that the
 * reader opens. Source: security rules for content.
 */
export const RichContent = memo(function RichContent({
  content,
  headingOffset = 0,
  postId,
  nonce,
  frameHost,
  messages,
  appearance,
}: RichContentProps) {
  const nodes = childrenOf(content);
  const props = { nodes, headingOffset, postId, nonce, frameHost, messages };
  return (
    <Pictures {...{ messages, appearance }}>
      {needsExtendedNodes(nodes) ? (
        <Suspense>{more ? <Blocks {...props} more={more} /> : <LazyBlocks {...props} />}</Suspense>
      ) : (
        <Blocks {...props} />
      )}
    </Pictures>
  );
});

function Blocks({ nodes, headingOffset = 0, postId, nonce, frameHost, messages, more: parts }: BlocksProps) {
  const text = useTexts(parts?.words ?? blog, messages);
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
      more: parts,
    },
    0,
  );
  return parts && nonce ? parts.dress(blocks, nonce, id) : blocks;
}

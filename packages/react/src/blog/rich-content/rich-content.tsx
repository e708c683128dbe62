import type {
  RichContent as RichContentDocument,
  RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import { lazy, memo, Suspense, useId } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { renderBlocks } from "./blocks.tsx";
import { assignElementIds, childrenOf, findTopLevel, type MoreContent, needsMore } from "./document.ts";
import { Pictures } from "./pictures.tsx";

/** Props of {@link RichContent}. */
export interface RichContentProps {
  /** The document; nothing is rendered for what is not one. */
  content: RichContentDocument | null | undefined;
  /**
   * Level of the heading that stands above the text: 1 under a page's `h1`. Headings begin one below it and keep their
   * order, but none goes deeper than one below the last, so that the outline of the page has no gaps.
   */
  headingOffset?: 0 | 1 | 2 | 3 | undefined;
  /** Id of the post that it is the text of; with it, and with the client's module `polls`, readers vote in its polls. */
  postId?: string | undefined;
  /**
   * Of the page's Content-Security-Policy, where that forbids style attributes: colours and widths of the text then come in a style sheet
   * with this nonce. The same on the server and in the browser.
   */
  nonce?: string | undefined;
  /**
   * Where the server answers, empty for this origin: scripts in HTML of the text then run, in a page of the server's that has no origin.
   * Without it they stand still. The server has to know the page around as its site.
   */
  frameHost?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

interface BlocksProps extends Pick<RichContentProps, "headingOffset" | "postId" | "messages" | "nonce" | "frameHost"> {
  nodes: readonly RichContentNode[];
  more?: MoreContent | undefined;
}

let more: MoreContent | undefined;

async function loadMore(): Promise<MoreContent> {
  more = (await import("./nodes/extended-nodes.tsx")).more;
  return more;
}

// A server has it soon after it has started, so that renderers that cannot wait have it, too.
if (typeof document === "undefined") loadMore().catch(() => undefined);

const LazyBlocks = lazy(async () => {
  const loaded = await loadMore();
  return { default: (props: BlocksProps) => <Blocks {...props} more={loaded} /> };
});

/**
 * Fetches what only few documents need, tables and galleries say, if `content` is one of them. `RichContent` does so by itself; where
 * this was waited for it renders at once, as `renderToString` needs it, and a page that comes next is there as a whole.
 */
export async function prepareRichContent(content: RichContentDocument | null | undefined): Promise<void> {
  if (!more && needsMore(childrenOf(content))) await loadMore();
}

/**
 * The body of a post, from its node tree to elements; no HTML text is ever put in. Only known nodes and decorations
 * appear, only http, https, mailto, tel and addresses of this site are linked, and what comes from elsewhere stays in a sandboxed frame that
 * the reader asks for. Source: security rules for content.
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
      {needsMore(nodes) ? (
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

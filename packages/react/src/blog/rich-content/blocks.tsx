import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { createElement, Fragment, type ReactNode } from "react";
import {
  asCount,
  asText,
  childrenOf,
  dataOf,
  headingLevel,
  maxDepth,
  type RenderContext,
  takeElementId,
} from "./document.ts";
import { renderImage } from "./media.tsx";
import { plainText, renderText } from "./text.tsx";

/** Renders blocks. Unknown nodes are omitted with their content. */
export function renderBlocks(nodes: readonly RichContentNode[], context: RenderContext, depth: number): ReactNode[] {
  if (depth > maxDepth) return [];
  const blocks: ReactNode[] = [];
  let strayText: RichContentNode[] = [];
  const flushText = () => {
    if (strayText.length === 0) return;
    const paragraph = { type: "PARAGRAPH", id: "", nodes: strayText };
    blocks.push(<Fragment key={`${blocks.length}text`}>{renderText(paragraph, context)}</Fragment>);
    strayText = [];
  };
  for (const node of nodes) {
    if (node.type === "TEXT") {
      strayText.push(node);
      continue;
    }
    flushText();
    const block = renderBlock(node, context, depth);
    if (block) blocks.push(<Fragment key={blocks.length}>{block}</Fragment>);
  }
  flushText();
  return blocks;
}

function renderBlock(node: RichContentNode, context: RenderContext, depth: number): ReactNode {
  const id = takeElementId(node, context);
  const inner = () => renderBlocks(childrenOf(node), context, depth + 1);
  const style = context.extendedNodes?.styleOf(node);
  switch (node.type) {
    case "PARAGRAPH": {
      const align = alignment(dataOf(node.paragraphData).textStyle);
      const text = childrenOf(node).length > 0 ? renderText(node, context) : null;
      return text === null && !id ? null : (
        <p id={id} data-align={align} {...style}>
          {text}
        </p>
      );
    }
    case "HEADING": {
      if (!plainText(node).trim()) return null;
      const wanted = headingLevel(node) - context.topLevel + context.topHeading;
      context.lastHeading = Math.min(6, wanted, context.lastHeading + 1);
      const align = alignment(dataOf(node.headingData).textStyle);
      return createElement(`h${context.lastHeading}`, { id, "data-align": align, ...style }, renderText(node, context));
    }
    case "BULLETED_LIST":
      return (
        <ul id={id} {...style}>
          {renderItems(node, context, depth)}
        </ul>
      );
    case "ORDERED_LIST": {
      const start = asCount(dataOf(node.orderedListData).start, -1_000_000, 1_000_000);
      return (
        <ol id={id} start={start === 1 ? undefined : start} {...style}>
          {renderItems(node, context, depth)}
        </ol>
      );
    }
    case "CHECKBOX_LIST":
      return (
        <ul id={id} className="site-checklist" {...style}>
          {renderItems(node, context, depth)}
        </ul>
      );
    case "BLOCKQUOTE":
      return (
        <blockquote id={id} {...style}>
          {inner()}
        </blockquote>
      );
    case "CODE_BLOCK":
      return renderCode(node, context, id);
    case "DIVIDER": {
      const { lineStyle, width } = dataOf(node.dividerData);
      return (
        <hr id={id} data-line={asText(lineStyle) || undefined} data-width={asText(width) || undefined} {...style} />
      );
    }
    case "IMAGE":
      return renderImage(node, context, id);
    case "CAPTION":
      return (
        <p id={id} className="site-caption" data-align={alignment(dataOf(node.captionData).textStyle)}>
          {renderText(node, context)}
        </p>
      );
    default:
      return context.extendedNodes?.block(node, context, depth, id);
  }
}

function renderItems(list: RichContentNode, context: RenderContext, depth: number): ReactNode[] {
  const isChecklist = list.type === "CHECKBOX_LIST";
  return childrenOf(list)
    .filter((item) => item.type === "LIST_ITEM")
    .map((item, index) => {
      const isChecked = dataOf(item.listItemData).checked === true;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are never reordered
        <li key={index} id={takeElementId(item, context)}>
          {isChecklist && (
            <span
              className="site-check"
              role="img"
              data-checked={isChecked || undefined}
              aria-label={context.text(isChecked ? "blog.content.done" : "blog.content.notDone")}
            />
          )}
          {isChecklist ? (
            <div>{renderBlocks(childrenOf(item), context, depth + 1)}</div>
          ) : (
            renderBlocks(childrenOf(item), context, depth + 1)
          )}
        </li>
      );
    });
}

/** Code scrolls in a focusable, named frame. */
function renderCode(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const n = ++context.codeBlocks;
  const language = /^[\w+#.-]{1,30}/.exec(asText(dataOf(node.codeBlockData).language))?.[0];
  const name = language
    ? context.text("blog.content.codeIn", { language, n })
    : context.text("blog.content.code", { n });
  return (
    <figure id={id} className="site-code" data-language={language}>
      {language && (
        <figcaption className="site-code-language" aria-hidden="true">
          {language}
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div className="site-code-scroll" role="group" tabIndex={0} aria-label={name}>
        <pre>
          <code>{renderTokens(plainText(node), tokensOf(node))}</code>
        </pre>
      </div>
    </figure>
  );
}

/** What a highlighter has added to a block before it is rendered. */
function tokensOf({ codeBlockData }: RichContentNode): string {
  const data: { language?: unknown; tokens?: unknown } = dataOf(codeBlockData);
  return asText(data.tokens);
}

/** @param tokens Lengths and kinds, such as `3k1.`; ignored if they do not cover the code. */
function renderTokens(code: string, tokens: string): ReactNode {
  let end = 0;
  const runs = [...tokens.matchAll(/(\d{1,6})([a-z.])/g)].map(([, length, kind]) => {
    const run = code.slice(end, end + Number(length));
    end += Number(length);
    return kind === "." ? (
      run
    ) : (
      <span key={end} data-token={kind}>
        {run}
      </span>
    );
  });
  return end === code.length ? runs : code;
}

function alignment(style: { textAlignment?: unknown } | null | undefined): string | undefined {
  switch (dataOf(style).textAlignment) {
    case "CENTER":
      return "center";
    case "RIGHT":
      return "right";
    case "LEFT":
      return "left";
    case "JUSTIFY":
      return "justify";
    default:
      return undefined;
  }
}

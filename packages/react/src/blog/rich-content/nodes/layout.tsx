import { findCalloutKind } from "@porchlight/contract/blog/rich-content/callouts";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { renderBlocks } from "../blocks.tsx";
import {
  asCount,
  asText,
  childrenOf,
  dataOf,
  headingLevel,
  type RenderContext,
  takeElementId,
  visit,
} from "../document.ts";
import { plainText } from "../text.tsx";
import { backgroundOf, borderOf, numberWithin, type Style, safeColor, styled } from "./css-values.ts";
import { sourceOf } from "./media.tsx";
import { textOf } from "./node-texts.ts";

/** Columns, stacked on narrow screens, or a callout. */
export function renderLayout(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
): ReactNode {
  const data = dataOf(node.layoutData);
  const cells = childrenOf(node).filter(({ type }) => type === "LAYOUT_CELL");
  if (cells.length === 0) return null;
  const callout = cells.length === 1 ? findCalloutKind(node) : undefined;
  if (callout) {
    return (
      <div
        id={id}
        className="site-callout"
        data-kind={callout}
        role="note"
        aria-label={textOf(context)(`blog.content.${callout}`)}
      >
        {renderBlocks(childrenOf(cells[0]!), context, depth + 2)}
      </div>
    );
  }
  const gap = numberWithin(data.gap, 0, 100);
  const { color, gradient } = dataOf(data.background);
  const surface = backgroundOf(color ?? data.backgroundColor, gradient);
  const align = { TOP: "start", MIDDLE: "center", BOTTOM: "end" }[asText(data.cellVerticalAlignment)];
  return (
    <div
      id={id}
      className="site-layout"
      data-filled={surface.backgroundColor ? true : undefined}
      data-wrap={data.responsivenessBehaviour === "WRAP" || undefined}
      {...styled({
        ...surface,
        ...borderOf(data),
        ...(gap !== undefined && { gap }),
        ...(align && { alignItems: align }),
      })}
    >
      {cells.map((cell, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are never reordered
          key={index}
          id={takeElementId(cell, context)}
          style={{
            flexGrow: asCount(dataOf(cell.layoutCellData).colSpan, 1, 12) ?? Math.max(1, Math.floor(12 / cells.length)),
          }}
        >
          {renderBlocks(childrenOf(cell), context, depth + 2)}
        </div>
      ))}
    </div>
  );
}

/** Blocks on their own surface. */
export function renderSurface(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
): ReactNode {
  const { background, backgroundImage } = dataOf(node.cardData);
  const { color, gradient } = dataOf(background);
  const picture = sourceOf(dataOf(backgroundImage).media);
  return (
    <div id={id} className="site-surface" {...styled(backgroundOf(color, gradient))}>
      {picture && <img className="site-surface-picture" src={picture} alt="" loading="lazy" decoding="async" />}
      {renderBlocks(childrenOf(node), context, depth + 1)}
    </div>
  );
}

const ordered = /^(?:NUMBERED_BOXES|PROCESS_STEPS|TIMELINE|MINIMAL_TIMELINE|STAIRCASE|VERTICAL_FUNNEL)$/;

/** Short items such as figures, steps or opinions. Ordered ones are a list for screen readers, too. */
export function renderSmartBlock(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
): ReactNode {
  const { type, columnSize, ...border } = dataOf(node.smartBlockData);
  const cells = childrenOf(node).filter((cell) => cell.type === "SMART_BLOCK_CELL");
  if (cells.length === 0) return null;
  const List = ordered.test(asText(type)) ? "ol" : "ul";
  return (
    <List id={id} className="site-smart" data-column={asText(columnSize).toLowerCase() || undefined}>
      {cells.map((cell, index) => {
        const { label, shape, accentColor, backgroundColor, ...own } = dataOf(cell.smartBlockCellData);
        const picture = sourceOf(shape);
        const accent = safeColor(accentColor);
        const style: Style = {
          ...borderOf({ ...border, ...own }),
          ...backgroundOf(backgroundColor),
          ...(accent && { "--ink": accent }),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are never reordered
          <li key={index} id={takeElementId(cell, context)} {...styled(style)}>
            {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
            {asText(label).trim() && <p className="site-smart-label">{asText(label)}</p>}
            {renderBlocks(childrenOf(cell), context, depth + 2)}
          </li>
        );
      })}
    </List>
  );
}

/** Table of contents: links to the included headings. */
export function renderToc(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { includedHeadings, listStyle, indentation } = dataOf(node.tocData);
  const levels = Array.isArray(includedHeadings) && includedHeadings.length > 0 ? includedHeadings : [1, 2, 3, 4, 5, 6];
  const found: { level: number; href: string; words: string }[] = [];
  visit(context.nodes, 0, (heading) => {
    const target = heading.type === "HEADING" ? context.elementIds.get(heading.id) : undefined;
    const words = plainText(heading).trim();
    if (target === undefined || !words || !levels.includes(headingLevel(heading)) || found.length >= 500) return;
    if (found.some(({ href }) => href === `#${encodeURIComponent(target.toWellFormed())}`)) return;
    found.push({ level: headingLevel(heading), href: `#${encodeURIComponent(target.toWellFormed())}`, words });
  });
  if (found.length === 0) return null;
  const top = Math.min(...found.map(({ level }) => level));
  const List = /^(?:NUMBERED|LETTERS|ROMAN)$/.test(asText(listStyle)) ? "ol" : "ul";
  return (
    <nav id={id} className="site-toc" aria-label={textOf(context)("blog.content.toc")}>
      <List data-style={asText(listStyle).toLowerCase() || undefined}>
        {found.map(({ level, href, words }) => (
          <li key={href} data-step={indentation === "FLAT" ? undefined : level - top || undefined}>
            <a href={href}>{words}</a>
          </li>
        ))}
      </List>
    </nav>
  );
}

import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { asCount, asText, childrenOf, dataOf, type RenderContext, takeElementId } from "../document.ts";
import { renderText } from "../text.tsx";
import { backgroundOf, numberWithin, type Style, safeColor, styled } from "./css-values.ts";

type RenderBlocks = (nodes: readonly RichContentNode[], context: RenderContext, depth: number) => ReactNode[];

/** A table that scrolls in a focusable, named frame. */
export function renderTable(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
  renderBlocks: RenderBlocks,
): ReactNode {
  const rows = childrenOf(node).filter((row) => row.type === "TABLE_ROW");
  if (rows.length === 0) return null;
  const { rowHeader, columnHeader, altText, dimensions } = dataOf(node.tableData);
  const caption = childrenOf(node).find((child) => child.type === "CAPTION");
  const name = asText(altText) || context.text("blog.content.table", { n: ++context.tables });

  const renderRow = (row: RichContentNode, index: number) => (
    <tr key={index} id={takeElementId(row, context)}>
      {childrenOf(row)
        .filter((cell) => cell.type === "TABLE_CELL")
        .map((cell, column) => {
          const isColumnHead = rowHeader === true && index === 0;
          const isRowHead = columnHeader === true && column === 0;
          const Cell = isColumnHead || isRowHead ? "th" : "td";
          const { colspan, rowspan, ...look } = dataOf(cell.tableCellData);
          return (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are never reordered
              key={column}
              scope={isColumnHead ? "col" : isRowHead ? "row" : undefined}
              colSpan={asCount(colspan, 2, 1000)}
              rowSpan={asCount(rowspan, 2, 1000)}
              {...styled(cellStyle(look))}
            >
              {renderBlocks(childrenOf(cell), context, depth + 2)}
            </Cell>
          );
        })}
    </tr>
  );
  const [head, ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section id={id} className="site-table-scroll" tabIndex={0} aria-label={name}>
      <table>
        {caption && <caption>{renderText(caption, context)}</caption>}
        {renderColumns(dataOf(dimensions).colsWidthRatio)}
        {rowHeader === true && head && <thead>{renderRow(head, 0)}</thead>}
        <tbody>{rowHeader === true ? body.map((row, index) => renderRow(row, index + 1)) : rows.map(renderRow)}</tbody>
      </table>
    </section>
  );
}

/** Columns in the document's proportions. */
function renderColumns(ratios: unknown): ReactNode {
  const shares = Array.isArray(ratios) ? ratios.slice(0, 200).map((ratio) => numberWithin(ratio, 0.001, 1e6) ?? 0) : [];
  const whole = shares.reduce((total, share) => total + share, 0);
  if (whole === 0) return null;
  return (
    <colgroup>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
        <col key={index} {...styled(share > 0 ? { width: `${Math.round((share / whole) * 1000) / 10}%` } : {})} />
      ))}
    </colgroup>
  );
}

const sides = { left: "Left", right: "Right", top: "Top", bottom: "Bottom" } as const;

function cellStyle(look: object): Style {
  const { cellStyle, borderColors, borderWidths } = look as Record<string, Record<string, unknown> | null | undefined>;
  const { verticalAlignment, backgroundColor } = dataOf(cellStyle);
  const borders = Object.entries(sides).flatMap(([side, name]) => {
    const colour = safeColor(dataOf(borderColors)[side]);
    const width = numberWithin(dataOf(borderWidths)[side], 0, 20);
    return [
      ...(colour ? [[`border${name}Color`, colour]] : []),
      ...(width === undefined ? [] : [[`border${name}Width`, width]]),
    ];
  });
  const vertical = { TOP: "top", MIDDLE: "middle", BOTTOM: "bottom" }[asText(verticalAlignment)];
  return {
    ...(vertical && { verticalAlign: vertical as "top" }),
    ...backgroundOf(backgroundColor),
    ...Object.fromEntries(borders),
  };
}

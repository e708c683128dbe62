import type { RichContentNode } from "@porchlight/contract/blog/rich-content";
import type { ReactNode } from "react";
import { asCount, asText, childrenOf, dataOf, type RenderContext, takeElementId } from "./document.ts";
import { renderText } from "./text.tsx";

type RenderBlocks = (nodes: readonly RichContentNode[], context: RenderContext, depth: number) => ReactNode[];

/** A table that scrolls inside a named frame which takes the focus for that. */
export function renderTable(
  node: RichContentNode,
  context: RenderContext,
  depth: number,
  id: string | undefined,
  renderBlocks: RenderBlocks,
): ReactNode {
  const rows = childrenOf(node).filter((row) => row.type === "TABLE_ROW");
  if (rows.length === 0) return null;
  const { rowHeader, columnHeader, altText } = dataOf(node.tableData);
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
          const { colspan, rowspan } = dataOf(cell.tableCellData);
          return (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a document never move
              key={column}
              scope={isColumnHead ? "col" : isRowHead ? "row" : undefined}
              colSpan={asCount(colspan, 2, 1000)}
              rowSpan={asCount(rowspan, 2, 1000)}
            >
              {renderBlocks(childrenOf(cell), context, depth + 2)}
            </Cell>
          );
        })}
    </tr>
  );
  const [head, ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section id={id} className="site-table-scroll" tabIndex={0} aria-label={name}>
      <table>
        {caption && <caption>{renderText(caption, context)}</caption>}
        {rowHeader === true && head && <thead>{renderRow(head, 0)}</thead>}
        <tbody>{rowHeader === true ? body.map((row, index) => renderRow(row, index + 1)) : rows.map(renderRow)}</tbody>
      </table>
    </section>
  );
}

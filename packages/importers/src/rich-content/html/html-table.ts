import type { RichContentNode, TextAlignment } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import { createFlow, type Flow } from "../document-draft.ts";
import { elementsOf } from "./html-classes.ts";
import { createEmptyParagraph, type HtmlContext, type HtmlConversion } from "./html-conversion.ts";

/** Short rows are padded only in tables of at most this many cells. */
const maxFilledCells = 100_000;
/** Defaults of the format, in pixels. */
const rowHeightPixels = 47;
const columnMinWidthPixels = 120;

/**
 * `<table>`: rows, cells, spans, column alignment, header row and header column. Its `<caption>` becomes a paragraph
 * before it.
 */
export function convertTable(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  if (!conversion.opensContainer(element, 3, flow, context)) return;
  const { captions, rows } = readTable(element);
  for (const caption of captions) conversion.walk(caption, flow, context);
  const nodes = rows.map((row) => convertRow(row, context, conversion));
  if (nodes.length === 0) return;
  const columns = Math.max(...nodes.slice(0, 1000).map(widthOf), 1);
  if (columns * nodes.length <= maxFilledCells) fillRows(nodes, columns, context);
  const columnCount = Math.min(columns, 1000);
  flow.blocks.push({
    type: "TABLE",
    id: "",
    nodes,
    tableData: {
      dimensions: {
        colsWidthRatio: Array.from({ length: columnCount }, () => columnMinWidthPixels),
        rowsHeight: nodes.map(() => rowHeightPixels),
        colsMinWidth: Array.from({ length: columnCount }, () => columnMinWidthPixels),
      },
      rowHeader: isHeaderRow(rows[0]),
      columnHeader:
        rows.length > 1 && rows.slice(isHeaderRow(rows[0]) ? 1 : 0).every((row) => cellsOf(row)[0]?.tagName === "th"),
    },
  });
}

function readTable(table: Element): { captions: Element[]; rows: Element[] } {
  const captions: Element[] = [];
  const rows: Element[] = [];
  for (const part of elementsOf(table)) {
    if (part.tagName === "caption") captions.push(part);
    else if (part.tagName === "tr") rows.push(part);
    else for (const row of elementsOf(part)) if (row.tagName === "tr") rows.push(row);
  }
  return { captions, rows: rows.filter((row) => cellsOf(row).length > 0) };
}

function convertRow(row: Element, context: HtmlContext, conversion: HtmlConversion): RichContentNode {
  return { type: "TABLE_ROW", id: "", nodes: cellsOf(row).map((cell) => convertCell(cell, context, conversion)) };
}

function convertCell(cell: Element, context: HtmlContext, conversion: HtmlConversion): RichContentNode {
  const inner = createFlow();
  conversion.walk({ ...cell, tagName: "td" }, inner, { ...context, depth: context.depth + 3 });
  if (inner.blocks.length === 0) inner.blocks.push(createEmptyParagraph(alignmentOf(cell)));
  return createCell(inner.blocks, spanOf(cell, "colSpan"), spanOf(cell, "rowSpan"));
}

function createCell(nodes: RichContentNode[], colspan = 1, rowspan = 1): RichContentNode {
  return {
    type: "TABLE_CELL",
    id: "",
    nodes,
    tableCellData: {
      cellStyle: { verticalAlignment: "TOP" },
      ...(colspan > 1 ? { colspan } : {}),
      ...(rowspan > 1 ? { rowspan } : {}),
    },
  };
}

function fillRows(rows: RichContentNode[], columns: number, context: HtmlContext) {
  // With row spans, later rows have fewer cells and are not short.
  if (rows.some((row) => row.nodes.some((cell) => cell.tableCellData?.rowspan !== undefined))) return;
  for (const row of rows) {
    for (let width = widthOf(row); width < columns; width += 1)
      row.nodes.push(createCell([createEmptyParagraph(context.alignment)]));
  }
}

function widthOf(row: RichContentNode): number {
  return row.nodes.reduce((width, cell) => width + (cell.tableCellData?.colspan ?? 1), 0);
}

function isHeaderRow(row: Element | undefined): boolean {
  return row !== undefined && cellsOf(row).every((cell) => cell.tagName === "th");
}

function cellsOf(row: Element): Element[] {
  return elementsOf(row).filter(({ tagName }) => tagName === "td" || tagName === "th");
}

function alignmentOf(cell: Element): TextAlignment | undefined {
  const { align } = cell.properties;
  return align === "center" ? "CENTER" : align === "right" ? "RIGHT" : align === "left" ? "LEFT" : undefined;
}

function spanOf(cell: Element, property: "colSpan" | "rowSpan"): number {
  const value = cell.properties[property];
  return typeof value === "number" && Number.isInteger(value) ? Math.min(Math.max(value, 1), 1000) : 1;
}

import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/** Adapts the sizes of columns and rows if their number has changed: new ones have the average size. */
export function writeTableDimensions(table: RichContentNode): RichContentNode {
  const { dimensions } = table.tableData ?? {};
  if (!dimensions) return table;
  const [first] = table.nodes;
  const columns = (first?.nodes ?? []).reduce((sum, { tableCellData }) => sum + (tableCellData?.colspan ?? 1), 0);
  const { colsWidthRatio, colsMinWidth, rowsHeight } = dimensions;
  const resized = {
    ...dimensions,
    ...(colsWidthRatio && { colsWidthRatio: resize(colsWidthRatio, columns) }),
    ...(colsMinWidth && { colsMinWidth: resize(colsMinWidth, columns) }),
    ...(rowsHeight && { rowsHeight: resize(rowsHeight, table.nodes.length) }),
  };
  return { ...table, tableData: { ...table.tableData, dimensions: resized } };
}

function resize(sizes: number[], count: number): number[] {
  if (!Array.isArray(sizes) || sizes.length === count || sizes.length === 0) return sizes;
  const average = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  return Array.from({ length: count }, (_, index) => sizes[index] ?? average);
}

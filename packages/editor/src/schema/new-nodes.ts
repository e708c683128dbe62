import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { NodeSource } from "./source-attribute.ts";

type NodeData = Omit<Partial<RichContentNode>, "type" | "id" | "nodes">;

const textStyle = { textAlignment: "AUTO" } as const;

/** Data of nodes that are created by typing or pasting. Others are created with a source. */
const initialData: Readonly<Record<string, NodeData>> = {
  PARAGRAPH: { paragraphData: { textStyle } },
  HEADING: { headingData: { level: 2, textStyle } },
  BULLETED_LIST: { bulletedListData: {} },
  ORDERED_LIST: { orderedListData: {} },
  CHECKBOX_LIST: { checkboxListData: {} },
  BLOCKQUOTE: { blockquoteData: {} },
  CODE_BLOCK: { codeBlockData: { textStyle } },
  DIVIDER: { dividerData: { lineStyle: "SINGLE", width: "LARGE", alignment: "CENTER" } },
  CAPTION: { captionData: { textStyle: { textAlignment: "CENTER" } } },
  TABLE: { tableData: {} },
  TABLE_CELL: { tableCellData: {} },
  COLLAPSIBLE_LIST: { collapsibleListData: { initialExpandedItems: "FIRST", expandOnlyOne: false } },
};

/** The source of a node that was created in the editor. */
export const createSource = (type: string): NodeSource => ({ type, id: "", nodes: [], ...initialData[type] });

/** A decoration that was created in the editor. Links and colors are created with their data. */
export function createDecoration(type: string): Decoration {
  switch (type) {
    case "BOLD":
      return { type, fontWeightValue: 700 };
    case "ITALIC":
      return { type, italicData: true };
    case "UNDERLINE":
      return { type, underlineData: true };
    case "STRIKETHROUGH":
      return { type, strikethroughData: true };
    case "SUPERSCRIPT":
      return { type, superscriptData: true };
    case "SUBSCRIPT":
      return { type, subscriptData: true };
    default:
      return { type };
  }
}

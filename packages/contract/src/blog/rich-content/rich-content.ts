import type { RichContentShape } from "./shapes.ts";

/**
 * The document format of posts (Ricos): a tree of typed nodes, never HTML. Types only, safe for browsers.
 *
 * Text lives only in TEXT nodes. Every node has at most one data object, whose key follows from its type
 * (HEADING → `headingData`). Types and keys that are not named here are stored unchanged.
 * Source: contract, "Ricos rich-content document".
 *
 * Conventions of this product where the format leaves a choice:
 * - inline code is a FONT_FAMILY decoration whose value is {@link inlineCodeFontFamily};
 * - the language of a code block is `codeBlockData.language`, the whole text after the fence (`rust,ignore`);
 * - `pollData.poll.settings.closed` ends a poll; not part of the original format;
 * - an internal link has the `id` of its target in `link.anchor`; headings have readable ids,
 *   so that `#fragment` addresses work;
 * - the first row of a table is a header when `tableData.rowHeader` is true, the first column when `columnHeader` is;
 * - text of an image that has no file stays in `imageData.altText`, with no `image.src`.
 */
export interface RichContent {
  nodes: RichContentNode[];
  metadata?: RichContentMetadata;
  documentStyle?: Record<string, unknown>;
}

export interface RichContentMetadata {
  /** Version of the format; 1 in documents written by this product. */
  version?: number;
  createdTimestamp?: unknown;
  updatedTimestamp?: unknown;
  id?: string | null;
}

/** Every node type of the format. A document may still hold others. */
export const richContentNodeTypes = [
  "PARAGRAPH",
  "TEXT",
  "HEADING",
  "BULLETED_LIST",
  "ORDERED_LIST",
  "LIST_ITEM",
  "BLOCKQUOTE",
  "CODE_BLOCK",
  "VIDEO",
  "DIVIDER",
  "FILE",
  "GALLERY",
  "GIF",
  "HTML",
  "IMAGE",
  "LINK_PREVIEW",
  "MAP",
  "POLL",
  "APP_EMBED",
  "BUTTON",
  "COLLAPSIBLE_LIST",
  "TABLE",
  "EMBED",
  "COLLAPSIBLE_ITEM",
  "COLLAPSIBLE_ITEM_TITLE",
  "COLLAPSIBLE_ITEM_BODY",
  "TABLE_CELL",
  "TABLE_ROW",
  "EXTERNAL",
  "AUDIO",
  "CAPTION",
  "LAYOUT",
  "LAYOUT_CELL",
  "SHAPE",
  "CARD",
  "TOC",
  "SMART_BLOCK",
  "SMART_BLOCK_CELL",
  "CHECKBOX_LIST",
] as const;
export type RichContentNodeType = (typeof richContentNodeTypes)[number];

/** Value of the FONT_FAMILY decoration for inline code. */
export const inlineCodeFontFamily = "monospace";

/** Maximum nesting in documents written by this product. */
export const maxRichContentDepth = 30;

/** One node. Only the data object that belongs to `type` has a meaning. */
export interface RichContentNode {
  /** Open union: a document may hold types that this version does not know. */
  type: RichContentNodeType | (string & {});
  /** Unique in the document; empty on TEXT nodes. */
  id: string;
  nodes: RichContentNode[];
  style?: NodeStyle;
  paragraphData?: ParagraphData;
  textData?: TextData;
  headingData?: HeadingData;
  bulletedListData?: ListData;
  orderedListData?: OrderedListData;
  checkboxListData?: ListData;
  listItemData?: ListItemData;
  blockquoteData?: BlockquoteData;
  codeBlockData?: CodeBlockData;
  dividerData?: DividerData;
  imageData?: ImageData;
  videoData?: VideoData;
  captionData?: CaptionData;
  tableData?: TableData;
  tableCellData?: TableCellData;
  collapsibleListData?: CollapsibleListData;
  audioData?: RichContentShape<"AudioData">;
  fileData?: RichContentShape<"FileData">;
  galleryData?: RichContentShape<"GalleryData">;
  gifData?: RichContentShape<"GIFData">;
  htmlData?: RichContentShape<"HTMLData">;
  embedData?: RichContentShape<"EmbedData">;
  linkPreviewData?: RichContentShape<"LinkPreviewData">;
  mapData?: RichContentShape<"MapData">;
  pollData?: RichContentShape<"PollData">;
  appEmbedData?: RichContentShape<"AppEmbedData">;
  buttonData?: RichContentShape<"ButtonData">;
  layoutData?: RichContentShape<"LayoutData">;
  layoutCellData?: RichContentShape<"LayoutCellData">;
  shapeData?: RichContentShape<"ShapeData">;
  cardData?: RichContentShape<"CardData">;
  tocData?: RichContentShape<"TocData">;
  smartBlockData?: RichContentShape<"SmartBlockData">;
  smartBlockCellData?: RichContentShape<"SmartBlockCellData">;
  externalData?: Record<string, unknown> | null;
}

export interface NodeStyle {
  paddingTop?: string | null;
  paddingBottom?: string | null;
  backgroundColor?: string | null;
}

export type TextAlignment = "AUTO" | "LEFT" | "RIGHT" | "CENTER" | "JUSTIFY";

export interface TextStyle {
  textAlignment?: TextAlignment;
  lineHeight?: string | null;
}

export interface ParagraphData {
  textStyle?: TextStyle;
  indentation?: number | null;
  level?: number | null;
}

export interface TextData {
  /** May hold line feeds: a hard break of a paragraph, a line of code. */
  text: string;
  /** Nest in this order, the first outermost. */
  decorations: Decoration[];
}

export interface HeadingData {
  /** 1 to 6. */
  level: number;
  textStyle?: TextStyle;
  indentation?: number | null;
}

export interface ListData {
  indentation?: number;
  offset?: number | null;
}

export interface OrderedListData extends ListData {
  /** Number of the first item; 1 when absent. */
  start?: number | null;
}

export interface ListItemData {
  /** Only in a CHECKBOX_LIST. */
  checked?: boolean | null;
}

export interface BlockquoteData {
  indentation?: number;
}

export interface CodeBlockData {
  textStyle?: TextStyle;
  /**
   * Info string of the code fence, such as `rust`, `rust,ignore` or `toml title="x"`; not part of the original format.
   */
  language?: string | null;
}

export interface DividerData {
  containerData?: ContainerData;
  lineStyle?: "SINGLE" | "DOUBLE" | "DASHED" | "DOTTED";
  width?: "LARGE" | "MEDIUM" | "SMALL";
  alignment?: "CENTER" | "LEFT" | "RIGHT";
}

export interface ContainerData {
  width?: { size?: "CONTENT" | "SMALL" | "ORIGINAL" | "FULL_WIDTH"; custom?: string | null };
  alignment?: "CENTER" | "LEFT" | "RIGHT";
  height?: { custom?: string | null };
  textWrap?: boolean | null;
}

export interface Media {
  src?: { url?: string | null; id?: string | null };
  /** Pixels. */
  width?: number | null;
  /** Pixels. */
  height?: number | null;
  /** Seconds. */
  duration?: number | null;
}

/** Not the browser's class of the same name. */
export interface ImageData {
  containerData?: ContainerData;
  image?: Media;
  link?: Link;
  altText?: string | null;
  decorative?: boolean | null;
  disableExpand?: boolean | null;
  disableDownload?: boolean | null;
}

export interface VideoData {
  containerData?: ContainerData;
  video?: Media;
  thumbnail?: Media;
  title?: string | null;
}

export interface CaptionData {
  textStyle?: TextStyle;
}

export interface TableData {
  containerData?: ContainerData;
  dimensions?: { colsWidthRatio?: number[]; rowsHeight?: number[]; colsMinWidth?: number[] };
  /** Whether the first row is a header. */
  rowHeader?: boolean | null;
  /** Whether the first column is a header. */
  columnHeader?: boolean | null;
  altText?: string | null;
}

export interface TableCellData {
  cellStyle?: { verticalAlignment?: "TOP" | "MIDDLE" | "BOTTOM"; backgroundColor?: string | null };
  colspan?: number | null;
  rowspan?: number | null;
}

/** Holds COLLAPSIBLE_ITEM nodes, each of one COLLAPSIBLE_ITEM_TITLE and one COLLAPSIBLE_ITEM_BODY. */
export interface CollapsibleListData {
  containerData?: ContainerData;
  expandOnlyOne?: boolean | null;
  initialExpandedItems?: "FIRST" | "ALL" | "NONE";
  direction?: "LTR" | "RTL";
  isQapageData?: boolean | null;
}

/** A link to a URL or to a node of the same document. */
export interface Link {
  /** http, https, mailto, tel, or a path on this site. Readers check it again before use. */
  url?: string;
  /** `id` of a node of the same document. */
  anchor?: string;
  target?: "SELF" | "BLANK" | "PARENT" | "TOP";
  rel?: { nofollow?: boolean | null; sponsored?: boolean | null; ugc?: boolean | null; noreferrer?: boolean | null };
}

/** Every decoration type of the format. A document may still hold others. */
export const decorationTypes = [
  "BOLD",
  "ITALIC",
  "UNDERLINE",
  "SPOILER",
  "ANCHOR",
  "MENTION",
  "LINK",
  "COLOR",
  "FONT_SIZE",
  "EXTERNAL",
  "STRIKETHROUGH",
  "SUPERSCRIPT",
  "SUBSCRIPT",
  "FONT_FAMILY",
  "SKETCH",
] as const;
export type DecorationType = (typeof decorationTypes)[number];

/** How a run of text looks or where it leads. Only the data that belongs to `type` has a meaning. */
export interface Decoration {
  /** Open union: a document may hold types that this version does not know. */
  type: DecorationType | (string & {});
  /** BOLD: 700 is bold, 400 is not. */
  fontWeightValue?: number | null;
  italicData?: boolean | null;
  underlineData?: boolean | null;
  strikethroughData?: boolean | null;
  superscriptData?: boolean | null;
  subscriptData?: boolean | null;
  linkData?: { link?: Link };
  /** `id` of a node of the same document. */
  anchorData?: { anchor?: string };
  fontFamilyData?: { value?: string | null };
  fontSizeData?: { unit?: "PX" | "EM"; value?: number | null };
  colorData?: { background?: string | null; foreground?: string | null };
  mentionData?: { name?: string; slug?: string; id?: string | null; type?: string | null };
  spoilerData?: { id?: string | null };
  sketchData?: RichContentShape<"SketchData">;
}

import type { richContentChoices } from "./choices.ts";
import { richContentNodeShapes } from "./node-shapes.ts";
import { richContentPartShapes } from "./part-shapes.ts";

/** All objects of a document by name. For servers: browsers only need the types. */
export const richContentShapes = { ...richContentNodeShapes, ...richContentPartShapes } as const;

/** The data object of each node type that has one. */
export const richContentNodeData = {
  buttonData: "ButtonData",
  codeBlockData: "CodeBlockData",
  dividerData: "DividerData",
  fileData: "FileData",
  galleryData: "GalleryData",
  gifData: "GIFData",
  headingData: "HeadingData",
  htmlData: "HTMLData",
  imageData: "ImageData",
  linkPreviewData: "LinkPreviewData",
  mapData: "MapData",
  paragraphData: "ParagraphData",
  pollData: "PollData",
  textData: "TextData",
  appEmbedData: "AppEmbedData",
  videoData: "VideoData",
  embedData: "EmbedData",
  collapsibleListData: "CollapsibleListData",
  tableData: "TableData",
  tableCellData: "TableCellData",
  externalData: "object",
  audioData: "AudioData",
  orderedListData: "OrderedListData",
  bulletedListData: "BulletedListData",
  blockquoteData: "BlockquoteData",
  captionData: "CaptionData",
  layoutData: "LayoutData",
  layoutCellData: "LayoutCellData",
  shapeData: "ShapeData",
  cardData: "CardData",
  tocData: "TocData",
  smartBlockData: "SmartBlockData",
  smartBlockCellData: "SmartBlockCellData",
  checkboxListData: "CheckboxListData",
  listItemData: "ListItemNodeData",
} as const;

/** The data object of each decoration. */
export const richContentDecorationData = {
  anchorData: "AnchorData",
  colorData: "ColorData",
  linkData: "LinkData",
  mentionData: "MentionData",
  fontSizeData: "FontSizeData",
  fontWeightValue: "number",
  italicData: "boolean",
  underlineData: "boolean",
  spoilerData: "SpoilerData",
  strikethroughData: "boolean",
  superscriptData: "boolean",
  subscriptData: "boolean",
  fontFamilyData: "FontFamilyData",
  sketchData: "SketchData",
} as const;

type Shapes = typeof richContentNodeShapes & typeof richContentPartShapes;
type Choices = typeof richContentChoices;

type ValueOf<Kind> = Kind extends `${infer Item}[]${string}`
  ? ValueOf<Item>[]
  : Kind extends keyof Shapes
    ? RichContentShape<Kind>
    : Kind extends keyof Choices
      ? Choices[Kind][number]
      : Kind extends "boolean"
        ? boolean
        : Kind extends "texts"
          ? Record<string, string>
          : Kind extends `number${string}`
            ? number
            : Kind extends `text${string}`
              ? string
              : Record<string, unknown>;

/** A data object by name, such as `GalleryData`. All properties are optional and nullable. */
export type RichContentShape<Name extends keyof Shapes> = {
  -readonly [Member in keyof Shapes[Name]]?: ValueOf<Shapes[Name][Member]> | null;
};

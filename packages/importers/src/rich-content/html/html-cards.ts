import { calloutData } from "@porchlight/contract/blog/rich-content/callouts";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import { createFlow, type Flow } from "../document-draft.ts";
import { classesOf, elementsOf, findElement, styleOf } from "./html-classes.ts";
import { createEmptyParagraph, createParagraph, type HtmlContext, type HtmlConversion } from "./html-conversion.ts";
import { convertEmbedded } from "./html-embeds.ts";
import { imageAddressOf } from "./html-images.ts";
import { toColor } from "./html-styles.ts";

/** Returns false if the element has none of the content that its class promises. */
type CardConverter = (element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) => boolean;

/** Blocks of WordPress and cards of Ghost, by class. Source: WordPress, "Core Blocks Reference"; Ghost, "Cards". */
const converters: Readonly<Record<string, CardConverter>> = {
  "wp-block-columns": convertColumns,
  "wp-block-media-text": convertMediaAndText,
  "wp-block-cover": convertCover,
  "wp-block-cover-image": convertCover,
  "wp-block-button": convertButton,
  "kg-button-card": convertButton,
  "wp-block-file": convertFile,
  "kg-file-card": convertFile,
  "wp-block-pullquote": convertPullQuote,
  "wp-block-verse": convertVerse,
  "kg-callout-card": convertCallout,
  "kg-bookmark-card": convertBookmark,
  "kg-audio-card": convertPlayer,
  "kg-video-card": convertPlayer,
};

/** Converts an element that another editor marks with a class. Returns whether it is one. */
export function convertCard(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  if (flow.inlineOnly) return false;
  const name = classesOf(element).find((one) => Object.hasOwn(converters, one));
  const convert = name === undefined ? undefined : converters[name];
  // Styles of the card are not those of its text.
  const plain = { ...context, decorations: context.decorations.filter(({ type }) => type !== "COLOR") };
  return convert?.(element, flow, plain, conversion) ?? false;
}

function convertColumns(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const columns = elementsOf(element);
  if (columns.length < 2) return false;
  const shares = columns.map((column) => percentOf(styleOf(column, "flex-basis")));
  return convertCells(element, columns, shares, "TOP", flow, context, conversion);
}

function convertMediaAndText(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const partOf = (name: string) => elementsOf(element).find((child) => classesOf(child).includes(name));
  const media = partOf("wp-block-media-text__media");
  const text = partOf("wp-block-media-text__content");
  if (!media || !text) return false;
  const isRight = classesOf(element).includes("has-media-on-the-right");
  const widths = (styleOf(element, "grid-template-columns") ?? "").split(/\s+/).map(percentOf);
  return convertCells(element, isRight ? [text, media] : [media, text], widths, "MIDDLE", flow, context, conversion);
}

/** Creates a LAYOUT with one cell per element. `shares` are percentages; without one, an equal part of the rest. */
function convertCells(
  element: Element,
  cells: readonly Element[],
  shares: readonly (number | undefined)[],
  alignment: "TOP" | "MIDDLE",
  flow: Flow,
  context: HtmlContext,
  conversion: HtmlConversion,
): boolean {
  if (!conversion.opensContainer(element, 2, flow, context)) return true;
  const given = shares.filter((share) => share !== undefined);
  const rest = 100 - given.reduce((sum, share) => sum + share, 0);
  const equal = Math.max(0, rest) / Math.max(1, cells.length - given.length);
  const background = toColor(styleOf(element, "background-color")?.toLowerCase());
  flow.blocks.push({
    type: "LAYOUT",
    id: "",
    nodes: cells.map((cell, index) => ({
      type: "LAYOUT_CELL",
      id: "",
      nodes: blocksOf(cell, { ...context, depth: context.depth + 2 }, conversion),
      layoutCellData: { colSpan: Math.min(12, Math.max(1, Math.round(((shares[index] ?? equal) / 100) * 12))) },
    })),
    layoutData: {
      responsivenessBehaviour: "STACK",
      cellVerticalAlignment: alignment,
      ...(background !== undefined && background.length <= 19 && { background: { type: "COLOR", color: background } }),
    },
  });
  return true;
}

function blocksOf(element: Element, context: HtmlContext, conversion: HtmlConversion): RichContentNode[] {
  const inner = createFlow();
  conversion.walk(element, inner, context);
  conversion.endParagraph(inner, context);
  return inner.blocks.length === 0 ? [createEmptyParagraph(context.alignment)] : inner.blocks;
}

/** Text on an image or a color: a CARD. */
function convertCover(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const backdrop = findElement(element, (inner) => classesOf(inner).includes("wp-block-cover__image-background"));
  const fromStyle = /url\(\s*["']?([^"')]+)/.exec(styleOf(backdrop ?? element, "background-image") ?? "")?.[1];
  const src = typeof backdrop?.properties.src === "string" ? backdrop.properties.src : fromStyle;
  const address = src === undefined ? undefined : imageAddressOf(src, element, conversion);
  const overlay = findElement(element, (inner) => classesOf(inner).includes("wp-block-cover__background"));
  const color = toColor(styleOf(overlay ?? element, "background-color")?.toLowerCase());
  if (address === undefined && color === undefined) return false;
  if (!conversion.opensContainer(element, 1, flow, context)) return true;
  const inner = createFlow();
  const innerContext = { ...context, depth: context.depth + 1 };
  for (const child of element.children) if (child !== backdrop) conversion.walk(child, inner, innerContext);
  conversion.endParagraph(inner, innerContext);
  const media = address && {
    src: { url: address.url },
    ...(address.width && address.height && { width: address.width, height: address.height }),
  };
  const containerData = { width: { size: "CONTENT" as const }, alignment: "CENTER" as const };
  if (media && inner.blocks.length === 0) {
    flow.blocks.push({ type: "IMAGE", id: "", nodes: [], imageData: { containerData, image: media, altText: "" } });
    return true;
  }
  // Light text for a dark image is not legible on the card.
  if (color === undefined) for (const block of inner.blocks) removeTextColors(block);
  flow.blocks.push({
    type: "CARD",
    id: "",
    nodes: inner.blocks,
    cardData: {
      ...(media && { backgroundImage: { media } }),
      ...(!media && color && { background: { type: "COLOR", color } }),
    },
  });
  return true;
}

function removeTextColors(node: RichContentNode) {
  if (node.textData) node.textData.decorations = node.textData.decorations.filter(({ type }) => type !== "COLOR");
  for (const child of node.nodes) removeTextColors(child);
}

function convertButton(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const anchor = findElement(element, (inner) => inner.tagName === "a" && typeof inner.properties.href === "string");
  const text = anchor && textOf(anchor);
  const link = anchor && text !== "" ? conversion.linkOf(anchor, String(anchor.properties.href)) : undefined;
  if (!link || !text) return false;
  conversion.endParagraph(flow, context);
  const button: RichContentNode = {
    type: "BUTTON",
    id: "",
    nodes: [],
    buttonData: { containerData: containerOf(context), type: "LINK", text: text.slice(0, 1000), link },
  };
  flow.blocks.push(conversion.draft.finishBlock(button));
  return true;
}

function convertFile(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const anchor = findElement(element, (inner) => inner.tagName === "a" && typeof inner.properties.href === "string");
  const url = anchor && conversion.linkOf(anchor, String(anchor.properties.href))?.url;
  if (!anchor || !url || !/^(?:https?:\/)?\/[^/]/i.test(url)) return false;
  conversion.endParagraph(flow, context);
  const title = findElement(anchor, (inner) => classesOf(inner).includes("kg-file-card-title"));
  const fileName = decodeFileName(url);
  const type = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  const file: RichContentNode = {
    type: "FILE",
    id: "",
    nodes: [],
    fileData: {
      containerData: containerOf(context),
      src: { url },
      name: textOf(title ?? anchor).slice(0, 1000) || fileName,
      ...(type !== undefined && { type }),
    },
  };
  flow.blocks.push(conversion.draft.finishBlock(file));
  return true;
}

function decodeFileName(url: string): string {
  const name =
    url
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A centered quote. */
function convertPullQuote(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  conversion.endParagraph(flow, context);
  const centered = { ...context, alignment: context.alignment ?? ("CENTER" as const) };
  if (element.tagName !== "blockquote") {
    conversion.walkChildren(element, flow, centered);
  } else if (conversion.opensContainer(element, 1, flow, context)) {
    const inner = createFlow();
    conversion.walkChildren(element, inner, { ...centered, depth: context.depth + 1 });
    conversion.endParagraph(inner, centered);
    if (inner.blocks.length > 0)
      flow.blocks.push({ type: "BLOCKQUOTE", id: "", nodes: inner.blocks, blockquoteData: { indentation: 0 } });
  }
  conversion.endParagraph(flow, centered);
  return true;
}

/** Text with its own line breaks and indentation. */
function convertVerse(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  conversion.endParagraph(flow, context);
  const inner = createFlow(true);
  conversion.walkChildren(element, inner, { ...context, preserved: true });
  for (const run of inner.runs) run.text = run.text.replace(/(?<=^|\n| ) | (?= )/g, "\u00a0");
  const last = inner.runs.at(-1);
  if (last) last.text = last.text.trimEnd();
  const node = conversion.draft.finishRuns(inner, (nodes) => createParagraph(nodes, context.alignment), true);
  if (node) flow.blocks.push(node);
  flow.blocks.push(...inner.blocks);
  return true;
}

function convertCallout(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  if (!conversion.opensContainer(element, 2, flow, context)) return true;
  const inner = createFlow();
  const innerContext = { ...context, depth: context.depth + 2 };
  for (const child of elementsOf(element)) {
    if (classesOf(child).includes("kg-callout-emoji")) inner.runs.push({ text: `${textOf(child)} `, decorations: [] });
    else conversion.walkChildren(child, inner, innerContext);
  }
  conversion.endParagraph(inner, innerContext);
  if (inner.blocks.length === 0) return true;
  const cell: RichContentNode = { type: "LAYOUT_CELL", id: "", nodes: inner.blocks };
  flow.blocks.push({ type: "LAYOUT", id: "", nodes: [cell], layoutData: calloutData("note") });
  return true;
}

function convertBookmark(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const anchor = findElement(element, (inner) => inner.tagName === "a" && typeof inner.properties.href === "string");
  const link = anchor && conversion.linkOf(anchor, String(anchor.properties.href));
  if (!anchor || !link?.url) return false;
  const partOf = (name: string) => {
    const part = findElement(anchor, (inner) => classesOf(inner).includes(name));
    return part ? textOf(part).slice(0, 1000) : "";
  };
  conversion.endParagraph(flow, context);
  const description = partOf("kg-bookmark-description");
  const preview: RichContentNode = {
    type: "LINK_PREVIEW",
    id: "",
    nodes: [],
    linkPreviewData: {
      containerData: containerOf(context),
      link,
      title: partOf("kg-bookmark-title") || link.url,
      ...(description !== "" && { description }),
    },
  };
  flow.blocks.push(conversion.draft.finishBlock(preview));
  walkCaption(element, flow, context, conversion);
  return true;
}

/** The file of a player whose controls are HTML. */
function convertPlayer(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const player = findElement(element, ({ tagName }) => tagName === "audio" || tagName === "video");
  if (!player) return false;
  const title = findElement(element, (inner) => classesOf(inner).includes("kg-audio-title"));
  const properties = { ...player.properties, ...(title && { title: textOf(title) }) };
  convertEmbedded({ ...player, properties }, flow, context, conversion);
  walkCaption(element, flow, context, conversion);
  return true;
}

function walkCaption(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  const caption = elementsOf(element).find(({ tagName }) => tagName === "figcaption");
  if (caption) conversion.walk(caption, flow, context);
}

function containerOf({ alignment }: HtmlContext) {
  const side: "CENTER" | "LEFT" | "RIGHT" = alignment === "CENTER" || alignment === "RIGHT" ? alignment : "LEFT";
  return { width: { size: "CONTENT" as const }, alignment: side };
}

function textOf(element: Element): string {
  const texts = element.children.map((child) =>
    child.type === "text" ? child.value : child.type === "element" ? textOf(child) : "",
  );
  return texts.join("").replace(/\s+/g, " ").trim();
}

/** `33.33%` as 33.33. */
function percentOf(value: string | undefined): number | undefined {
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(value ?? "")?.[1]);
  return percent > 0 && percent <= 100 ? percent : undefined;
}

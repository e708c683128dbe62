import type { Link, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import { createFlow, type Flow } from "../document-draft.ts";
import { readLinkAddress } from "../link-address.ts";
import type { HtmlContext, HtmlConversion, ImageAddress } from "./html-conversion.ts";

/** Converts an image to a block, which ends the paragraph before it. */
export function convertImage(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  if (!flow.inlineOnly) conversion.endParagraph(flow, context);
  const image = createImage(element, context, conversion);
  if (image !== undefined) flow.blocks.push(image);
}

/** Converts a figure of one image with its caption; other figures become the sequence of their parts. */
export function convertFigure(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  const caption = element.children.find((child) => child.type === "element" && child.tagName === "figcaption");
  const inner = createFlow(flow.inlineOnly);
  for (const child of element.children) if (child !== caption) conversion.walk(child, inner, context);
  conversion.endParagraph(inner, context);
  const gallery = flow.inlineOnly ? undefined : createGallery(element, inner.blocks);
  if (gallery !== undefined) inner.blocks = [conversion.draft.finishBlock(gallery)];
  const [image, ...others] = inner.blocks;
  const isImage = image?.type === "IMAGE" && others.length === 0 && !flow.inlineOnly;
  flow.blocks.push(...inner.blocks);
  flow.runs.push(...inner.runs);
  if (caption?.type !== "element") return;
  if (!isImage || image === undefined) return conversion.walk(caption, flow, context);
  const line = createFlow(true);
  conversion.walkChildren(caption, line, context);
  const node = conversion.draft.finishRuns(line, createCaption);
  if (node !== undefined) image.nodes = [node];
  flow.blocks.push(...line.blocks);
}

/** Converts a figure that is marked as a gallery and contains only images; undefined if something would be lost. */
function createGallery(figure: Element, blocks: readonly RichContentNode[]): RichContentNode | undefined {
  const { className } = figure.properties;
  const isGallery = Array.isArray(className) && className.some((name) => /(?:^|-)gallery(?:-|$)/.test(String(name)));
  if (!isGallery || blocks.length < 2 || blocks.some((block) => block.imageData?.image?.src === undefined))
    return undefined;
  if (blocks.some(({ nodes }) => nodes.some(isDecorated))) return undefined;
  const items = blocks.map(({ imageData, nodes }) => {
    const title = nodes.flatMap((caption) => caption.nodes.map(({ textData }) => textData?.text ?? "")).join("");
    return {
      image: { media: imageData?.image ?? {}, ...(imageData?.link && { link: imageData.link }) },
      ...(imageData?.altText && { altText: imageData.altText }),
      ...(title !== "" && { title }),
    };
  });
  return {
    type: "GALLERY",
    id: "",
    nodes: [],
    galleryData: {
      containerData: { width: { size: "CONTENT" }, alignment: "CENTER" },
      items,
      options: { layout: { type: "GRID", numberOfColumns: Math.min(3, items.length) } },
    },
  };
}

function isDecorated(caption: RichContentNode): boolean {
  return caption.nodes.some(({ textData }) => (textData?.decorations.length ?? 0) > 0);
}

function createCaption(nodes: RichContentNode[]): RichContentNode {
  return { type: "CAPTION", id: "", nodes, captionData: { textStyle: { textAlignment: "CENTER" } } };
}

function createImage(element: Element, context: HtmlContext, conversion: HtmlConversion): RichContentNode | undefined {
  const { src, alt, title, width, height } = element.properties;
  const altText = cleanText(alt);
  const address = typeof src === "string" ? addressOf(src, element, conversion) : undefined;
  const captionText = cleanText(title);
  if (address === undefined && altText === "" && captionText === "") return undefined;
  const link = linkOf(context);
  const node: RichContentNode = {
    type: "IMAGE",
    id: "",
    nodes: [],
    imageData: {
      containerData: { width: { size: "CONTENT" }, alignment: "CENTER" },
      image: {
        ...(address === undefined ? {} : { src: { url: address.url } }),
        ...sizeOf(address, pixelsOf(width), pixelsOf(height)),
      },
      altText,
      ...(link === undefined ? {} : { link }),
    },
  };
  if (captionText !== "" && captionText !== altText) {
    node.nodes = [
      createCaption([{ type: "TEXT", id: "", nodes: [], textData: { text: captionText, decorations: [] } }]),
    ];
  }
  return conversion.draft.finishBlock(node);
}

function addressOf(src: string, element: Element, conversion: HtmlConversion): ImageAddress | undefined {
  const address = readLinkAddress(src);
  const line = conversion.lineOf(element);
  if (address.kind === "absolute" && /^https?:/i.test(address.url)) {
    return conversion.findOwnImage?.(address.url) ?? { url: address.url };
  }
  if (address.kind === "relative") return conversion.resolveImage(address.href, line);
  conversion.warn(
    line,
    `The address "${src.slice(0, 60)}" of an image is not supported; only the image's text is imported.`,
  );
  return undefined;
}

function linkOf(context: HtmlContext): Link | undefined {
  return context.decorations.findLast(({ type }) => type === "LINK")?.linkData?.link;
}

function cleanText(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 1000) : "";
}

/** The size that the author specifies, in the proportions of the file if available. */
function sizeOf(
  { width: ownWidth, height: ownHeight }: Partial<ImageAddress> = {},
  width: number | undefined,
  height: number | undefined,
): { width?: number; height?: number } {
  const isKnown = ownWidth !== undefined && ownHeight !== undefined;
  if (!isKnown || (width !== undefined && height !== undefined)) {
    return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  }
  if (width !== undefined) return { width, height: Math.max(1, Math.round((width * ownHeight) / ownWidth)) };
  if (height !== undefined) return { width: Math.max(1, Math.round((height * ownWidth) / ownHeight)), height };
  return { width: ownWidth, height: ownHeight };
}

function pixelsOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 1 && value < 100_000 ? Math.round(value) : undefined;
}

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

/** Nodes that can have a caption. */
const captioned = new Set(["IMAGE", "VIDEO", "TABLE"]);

/** Converts a figure of one image, video or table with its caption; others become the sequence of their parts. */
export function convertFigure(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  const caption = element.children.find((child) => child.type === "element" && child.tagName === "figcaption");
  const inner = createFlow(flow.inlineOnly);
  for (const child of element.children) if (child !== caption) conversion.walk(child, inner, context);
  conversion.endParagraph(inner, context);
  const [block, ...others] = inner.blocks;
  const isCaptioned =
    captioned.has(block?.type ?? "") &&
    others.length === 0 &&
    !flow.inlineOnly &&
    !block?.nodes.some(({ type }) => type === "CAPTION");
  flow.blocks.push(...inner.blocks);
  flow.runs.push(...inner.runs);
  if (caption?.type !== "element") return;
  if (!isCaptioned || block === undefined) return conversion.walk(caption, flow, context);
  const line = createFlow(true);
  conversion.walkChildren(caption, line, context);
  const node = conversion.draft.finishRuns(line, createCaption);
  if (node !== undefined) block.nodes = block.type === "TABLE" ? [...block.nodes, node] : [node];
  flow.blocks.push(...line.blocks);
}

/** The caption of an image, video, table or gallery. */
export function createCaption(nodes: RichContentNode[]): RichContentNode {
  return { type: "CAPTION", id: "", nodes, captionData: { textStyle: { textAlignment: "CENTER" } } };
}

function createImage(element: Element, context: HtmlContext, conversion: HtmlConversion): RichContentNode | undefined {
  const { src, alt, title, width, height } = element.properties;
  const altText = cleanText(alt);
  const address = typeof src === "string" ? imageAddressOf(src, element, conversion) : undefined;
  const captionText = cleanText(title);
  if (address === undefined && altText === "" && captionText === "") return undefined;
  const given = linkOf(context);
  const link = isSameFile(given?.url, src) ? undefined : given;
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

/** The address of an image; `undefined`, with a note, if it cannot be imported. */
export function imageAddressOf(src: string, element: Element, conversion: HtmlConversion): ImageAddress | undefined {
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

const sizeSuffix = /(?:-\d{1,5}x\d{1,5})?(\.[a-z]{3,4})(?:[?#].*)?$/i;

/** Whether a link only leads to the image itself, possibly in another size. The site shows images in full size. */
function isSameFile(link: string | null | undefined, src: unknown): boolean {
  if (!link || typeof src !== "string" || !sizeSuffix.test(link)) return false;
  const nameOf = (url: string) => url.replace(sizeSuffix, "$1").split("/").at(-1);
  return nameOf(link) === nameOf(src);
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

import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element, Nodes } from "hast";
import { createFlow, type Flow } from "../document-draft.ts";
import { classesOf, elementsOf } from "./html-classes.ts";
import type { HtmlContext, HtmlConversion } from "./html-conversion.ts";
import { createCaption } from "./html-images.ts";

interface GalleryParts {
  /** Each image, or the link that contains only the image, with its caption. */
  pictures: { element: Element; caption?: Element }[];
  /** Caption of the whole gallery. */
  caption: Element | undefined;
}

/** Classes of galleries. Source: WordPress, "Gallery block" and `gallery_shortcode`; Ghost, "Cards". */
const galleryClass = /(?:^|-)gallery(?:-card)?$|^tiled-gallery$|-slideshow$/;
const galleryElements = new Set("figure div section ul".split(" "));
/** Elements between a gallery and its images. */
const wrappers = new Set("figure div ul ol li dl dt dd p span picture".split(" "));
const captionClass = /^(?:wp-caption-text|gallery-caption|blocks-gallery-(?:item__)?caption)$/;
const maxItems = 1000;

/**
 * Converts an element that is marked as a gallery and contains only images with captions to a GALLERY. Returns whether
 * it did.
 */
export function convertGallery(
  element: Element,
  flow: Flow,
  context: HtmlContext,
  conversion: HtmlConversion,
): boolean {
  if (flow.inlineOnly || !galleryElements.has(element.tagName)) return false;
  if (!classesOf(element).some((name) => galleryClass.test(name))) return false;
  const parts = readParts(element);
  if (parts === undefined || parts.pictures.length < 2) return false;
  conversion.endParagraph(flow, context);
  const images = parts.pictures.flatMap(({ element: picture, caption }) => {
    const inner = createFlow();
    conversion.walk(picture, inner, context);
    const [image] = inner.blocks;
    return image ? [{ image, caption }] : [];
  });
  if (images.some(({ image }) => image.imageData?.image?.src === undefined)) {
    // Images without a file are text.
    for (const { image, caption } of images) addCaption(image, caption, context, conversion);
    flow.blocks.push(...images.map(({ image }) => image));
    if (parts.caption) conversion.walk(parts.caption, flow, context);
    return true;
  }
  const gallery = createGallery(
    element,
    images.map(({ image, caption }) => itemOf(image, caption, context, conversion)),
  );
  flow.blocks.push(conversion.draft.finishBlock(gallery));
  addCaption(gallery, parts.caption, context, conversion);
  return true;
}

/** The images of a gallery; `undefined` if it has other visible content. */
function readParts(gallery: Element): GalleryParts | undefined {
  const pictures: GalleryParts["pictures"] = [];
  let caption: Element | undefined;

  function read(node: Nodes, parent: Element): boolean {
    if (node.type === "text") return node.value.trim() === "";
    if (node.type !== "element") return true;
    const isCaption = node.tagName === "figcaption" || classesOf(node).some((name) => captionClass.test(name));
    if (isCaption && (parent === gallery || classesOf(node).includes("blocks-gallery-caption"))) {
      caption ??= node;
      return true;
    }
    const last = pictures.at(-1);
    if (isCaption) {
      if (last) last.caption ??= node;
      return last !== undefined;
    }
    if (node.tagName === "img" || (node.tagName === "a" && holdsOnlyImage(node))) {
      const [image] = elementsOf(node);
      // The image's own page has no counterpart; the site enlarges images instead.
      const isOwnPage = image !== undefined && image.properties.dataLink === node.properties.href;
      pictures.push({ element: isOwnPage ? image : node });
      return pictures.length <= maxItems;
    }
    if (node.tagName === "br" || node.tagName === "source") return true;
    return wrappers.has(node.tagName) && node.children.every((child) => read(child, node));
  }
  return gallery.children.every((child) => read(child, gallery)) ? { pictures, caption } : undefined;
}

function holdsOnlyImage(link: Element): boolean {
  const [only, ...others] = elementsOf(link);
  const hasText = link.children.some((child) => child.type === "text" && child.value.trim() !== "");
  return only?.tagName === "img" && others.length === 0 && !hasText;
}

function itemOf(
  { imageData, nodes }: RichContentNode,
  caption: Element | undefined,
  context: HtmlContext,
  conversion: HtmlConversion,
) {
  const title = caption ? plainCaption(caption, context, conversion) : textOf(nodes);
  return {
    image: { media: imageData?.image ?? {}, ...(imageData?.link && { link: imageData.link }) },
    ...(imageData?.altText && { altText: imageData.altText }),
    ...(title !== "" && { title }),
  };
}

/** Captions within a gallery are plain text. */
function plainCaption(caption: Element, context: HtmlContext, conversion: HtmlConversion): string {
  const line = createFlow(true);
  conversion.walkChildren(caption, line, { ...context, decorations: [] });
  if (line.runs.some(({ decorations }) => decorations.some(({ type }) => type === "LINK")))
    conversion.warn(conversion.lineOf(caption), "A caption within a gallery is imported without its links.");
  return line.runs
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function addCaption(
  node: RichContentNode,
  caption: Element | undefined,
  context: HtmlContext,
  conversion: HtmlConversion,
) {
  if (caption === undefined) return;
  const line = createFlow(true);
  conversion.walkChildren(caption, line, context);
  const text = conversion.draft.finishRuns(line, createCaption);
  if (text !== undefined) node.nodes = [text];
}

function textOf(nodes: readonly RichContentNode[]): string {
  return nodes.flatMap((caption) => caption.nodes.map(({ textData }) => textData?.text ?? "")).join("");
}

function createGallery(
  element: Element,
  items: NonNullable<RichContentNode["galleryData"]>["items"] & object,
): RichContentNode {
  const named = classesOf(element).flatMap((name) => /^(?:gallery-)?columns-([1-9])$/.exec(name)?.[1] ?? [])[0];
  const numberOfColumns = named === undefined ? Math.min(3, items.length) : Number(named);
  return {
    type: "GALLERY",
    id: "",
    nodes: [],
    galleryData: {
      containerData: { width: { size: "CONTENT" }, alignment: "CENTER" },
      items,
      options: { layout: { type: "GRID", numberOfColumns } },
    },
  };
}

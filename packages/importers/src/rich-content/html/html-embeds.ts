import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import type { Flow } from "../document-draft.ts";
import type { HtmlContext, HtmlConversion } from "./html-conversion.ts";

/** Elements that show content of another address. */
export const embeddedElements: ReadonlySet<string> = new Set(["x-iframe", "video", "audio"]);

/** Hosts whose frames show one video, and the address of its page. */
const videoHosts: readonly { frame: RegExp; page(id: string): string }[] = [
  {
    frame: /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})(?:[?#]|$)/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  { frame: /^https?:\/\/player\.vimeo\.com\/video\/(\d{4,15})(?:[?#]|$)/, page: (id) => `https://vimeo.com/${id}` },
];

/** Converts videos, audio files and frames to nodes. One without a valid address becomes text. */
export function convertEmbedded(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): void {
  const name = element.tagName.replace(/^x-/, "");
  conversion.endParagraph(flow, context);
  const address = addressOf(element);
  const url = address === undefined ? undefined : conversion.linkOf(element, address)?.url;
  if (url === undefined || !isWebUrl(url)) {
    conversion.warn(conversion.lineOf(element), `<${name}> has no valid address; only its text is imported.`);
    conversion.walkChildren(element, flow, context);
    conversion.endParagraph(flow, context);
    return;
  }
  if (flow.inlineOnly) {
    conversion.warn(
      conversion.lineOf(element),
      `<${name}> is not supported within a line of text; it is imported as a link.`,
    );
    const text = textOf(element.properties.title) || url;
    flow.runs.push({
      text,
      decorations: [...context.decorations, { type: "LINK", linkData: { link: { url } } }],
    });
    return;
  }
  flow.blocks.push(conversion.draft.finishBlock(createNode(element, name, url, conversion)));
}

function addressOf({ properties, children }: Element): string | undefined {
  if (typeof properties.src === "string") return properties.src;
  for (const child of children) {
    if (child.type === "element" && child.tagName === "source" && typeof child.properties.src === "string")
      return child.properties.src;
  }
  return undefined;
}

function createNode(element: Element, name: string, url: string, conversion: HtmlConversion): RichContentNode {
  const { width, height, poster } = element.properties;
  const title = textOf(element.properties.title);
  const node = { id: "", nodes: [] };
  const containerData = { width: { size: "CONTENT" as const }, alignment: "CENTER" as const };
  const size = { ...pixels("width", width), ...pixels("height", height) };
  if (name === "audio")
    return { type: "AUDIO", ...node, audioData: { containerData, audio: { src: { url } }, ...withName(title) } };
  const video = name === "video" ? url : videoPage(url);
  if (video !== undefined) {
    const thumbnail = typeof poster === "string" ? conversion.linkOf(element, poster)?.url : undefined;
    return {
      type: "VIDEO",
      ...node,
      videoData: {
        containerData,
        video: { src: { url: video }, ...size },
        ...(thumbnail !== undefined && isWebUrl(thumbnail) && { thumbnail: { src: { url: thumbnail } } }),
        ...(title !== "" && { title }),
      },
    };
  }
  return {
    type: "EMBED",
    ...node,
    embedData: { containerData, src: url, oembed: { type: "rich", url, ...(title !== "" && { title }), ...size } },
  };
}

function videoPage(frame: string): string | undefined {
  for (const host of videoHosts) {
    const id = host.frame.exec(frame)?.[1];
    if (id !== undefined) return host.page(id);
  }
  return undefined;
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) || /^\/(?!\/)/.test(url);
}

function withName(name: string): { name?: string } {
  return name === "" ? {} : { name };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 1000) : "";
}

function pixels<Name extends string>(name: Name, value: unknown): { [Key in Name]?: number } {
  const number = typeof value === "number" && value >= 1 && value < 100_000 ? { [name]: Math.round(value) } : {};
  return number as { [Key in Name]?: number };
}

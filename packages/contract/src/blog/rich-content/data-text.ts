import type { RichContentNode } from "./rich-content.ts";

/**
 * Visible text in a node's data rather than in TEXT nodes, as lines: of a button, poll, file or link preview. Excludes
 * URLs, alternative texts and HTML.
 */
export function dataTextOf(node: RichContentNode): string[] {
  return valuesOf(node).filter((line): line is string => typeof line === "string" && line.trim() !== "");
}

function valuesOf(node: RichContentNode): unknown[] {
  switch (node.type) {
    case "AUDIO":
      return [node.audioData?.name, node.audioData?.authorName];
    case "APP_EMBED":
      return [node.appEmbedData?.name];
    case "BUTTON":
      return [node.buttonData?.text];
    case "EMBED":
      return [node.embedData?.oembed?.title];
    case "FILE":
      return [node.fileData?.name];
    case "GALLERY":
      return listOf(node.galleryData?.items).map((item) => item?.title);
    case "LINK_PREVIEW":
      return [node.linkPreviewData?.title, node.linkPreviewData?.description];
    case "MAP":
      return [node.mapData?.mapSettings?.locationName, node.mapData?.mapSettings?.address];
    case "POLL": {
      const poll = node.pollData?.poll;
      return [poll?.title, ...listOf(poll?.options).map((option) => option?.title)];
    }
    case "SMART_BLOCK_CELL":
      return [node.smartBlockCellData?.label];
    case "VIDEO":
      return [node.videoData?.title];
    default:
      return [];
  }
}

function listOf<Item>(items: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(items) ? items : [];
}

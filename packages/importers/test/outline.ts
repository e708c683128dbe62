import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/**
 * Formats nodes as indented lines for comparisons in tests: type, readable id, data other than defaults, and text after
 * its decorations.
 */
export function outlineOf(nodes: readonly RichContentNode[], indent = ""): string {
  return nodes.map((node) => outlineOfNode(node, indent)).join("\n");
}

function outlineOfNode(node: RichContentNode, indent: string): string {
  if (node.textData !== undefined) {
    const decorations = node.textData.decorations.map(nameOf).join(" ");
    return `${indent}${decorations}${decorations === "" ? "" : " "}${JSON.stringify(node.textData.text)}`;
  }
  const id = /^n\d+$/.test(node.id) ? "" : `#${node.id}`;
  const attributes = attributesOf(node);
  const line = `${indent}${node.type}${id}${attributes === "" ? "" : ` ${attributes}`}`;
  return node.nodes.length === 0 ? line : `${line}\n${outlineOf(node.nodes, `${indent}  `)}`;
}

function nameOf(decoration: Decoration): string {
  const link = decoration.linkData?.link;
  if (link !== undefined) return `LINK(${link.url ?? `#${link.anchor}`})`;
  return decoration.fontFamilyData === undefined ? decoration.type : `FONT_FAMILY(${decoration.fontFamilyData.value})`;
}

function attributesOf(node: RichContentNode): string {
  const alignment = (node.paragraphData ?? node.headingData)?.textStyle?.textAlignment;
  const { imageData, tableData, tableCellData } = node;
  const attributes = {
    level: node.headingData?.level,
    alignment: alignment === "AUTO" ? undefined : alignment,
    indentation: node.paragraphData?.indentation,
    start: node.orderedListData?.start,
    checked: node.listItemData?.checked,
    language: node.codeBlockData?.language,
    src:
      imageData?.image?.src?.url ??
      node.videoData?.video?.src?.url ??
      node.audioData?.audio?.src?.url ??
      node.embedData?.src ??
      node.fileData?.src?.url ??
      node.cardData?.backgroundImage?.media?.src?.url ??
      node.buttonData?.link?.url ??
      node.linkPreviewData?.link?.url,
    title:
      node.videoData?.title ??
      node.embedData?.oembed?.title ??
      node.fileData?.name ??
      node.buttonData?.text ??
      node.linkPreviewData?.title,
    color: node.cardData?.background?.color,
    colSpan: node.layoutCellData?.colSpan,
    items: node.galleryData?.items?.length,
    columns: node.galleryData?.options?.layout?.numberOfColumns,
    alt: imageData?.altText,
    link: imageData?.link?.url ?? imageData?.link?.anchor,
    rowHeader: tableData?.rowHeader || undefined,
    columnHeader: tableData?.columnHeader || undefined,
    colspan: tableCellData?.colspan,
    rowspan: tableCellData?.rowspan,
    expanded: node.collapsibleListData?.initialExpandedItems === "ALL" ? "ALL" : undefined,
  };
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

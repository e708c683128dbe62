import { findCalloutKind } from "@porchlight/contract/blog/rich-content/callouts";
import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { headingFragment } from "@porchlight/importers/rich-content/document-draft";
import type { AlignType, BlockContent, Heading, Paragraph, PhrasingContent, TableRow } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { escapeHtml } from "../../../platform/http/html.ts";
import { html, inlineToHtml, inlineToMdast } from "./inline-to-mdast.ts";

/** Deeper nodes are written as plain text. */
const maxDepth = 40;

const options: Options = {
  bullet: "-",
  bulletOther: "+",
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  listItemIndent: "one",
  resourceLink: true,
};

/**
 * Converts rich content to GitHub Flavored Markdown with HTML where Markdown has no syntax; `markdownToRichContent` is
 * the inverse. Nodes that neither can express (polls, layouts other than
 * callouts, …) become plain text or are dropped.
 *
 * @param addressOf Converts URLs of this site's files.
 */
export function richContentToMarkdown(
  { nodes }: Pick<RichContent, "nodes">,
  addressOf: (url: string) => string = (url) => url,
): string {
  const anchors = anchorsOf(nodes);
  const toHtml = (list: readonly RichContentNode[]) => inlineToHtml(list, addressOf);
  return toMarkdown({ type: "root", children: blocks(nodes, 0) }, options).replace(/\n$/, "");

  function blocks(list: readonly RichContentNode[], depth: number, areOpen = false): BlockContent[] {
    return list.flatMap((node) => {
      const written = block(node, depth, areOpen);
      const isTarget = node.type !== "HEADING" && anchors.has(node.id) && written.length > 0;
      return isTarget ? [html(`<a id="${escapeHtml(node.id)}"></a>`), ...written] : written;
    });
  }

  function block(node: RichContentNode, depth: number, isOpen: boolean): BlockContent[] {
    if (depth > maxDepth) return paragraphOf([textNode(plainTextOf([node]))]);
    switch (node.type) {
      case "PARAGRAPH":
        return paragraph(node);
      case "HEADING":
        return heading(node);
      case "BULLETED_LIST":
      case "CHECKBOX_LIST":
      case "ORDERED_LIST":
        return [listOf(node, depth)];
      case "BLOCKQUOTE":
        return [{ type: "blockquote", children: blocks(node.nodes, depth + 1) }];
      case "LAYOUT":
        return callout(node, depth) ?? blocks(node.nodes, depth + 1);
      case "CODE_BLOCK":
        return [codeBlock(node)];
      case "DIVIDER":
        return [{ type: "thematicBreak" }];
      case "IMAGE":
        return image(node);
      case "TABLE":
        return table(node);
      case "COLLAPSIBLE_LIST":
        return blocks(node.nodes, depth + 1, node.collapsibleListData?.initialExpandedItems === "ALL");
      case "COLLAPSIBLE_ITEM":
        return details(node, depth, isOpen);
      case "VIDEO":
        return embed("video", node.videoData?.video?.src?.url);
      case "EMBED":
        return embed("iframe", textOf(node.embedData, "src"));
      case "AUDIO":
        return embed("audio", audioOf(node));
      default:
        return node.nodes.some(({ textData }) => textData) ? paragraphOf(node.nodes) : blocks(node.nodes, depth + 1);
    }
  }

  function paragraphOf(list: readonly RichContentNode[]): Paragraph[] {
    const children = inlineToMdast(list, { addressOf });
    return children.length === 0 ? [] : [{ type: "paragraph", children }];
  }

  function paragraph({ nodes: text, paragraphData }: RichContentNode): BlockContent[] {
    const align = alignOf(paragraphData?.textStyle?.textAlignment);
    const written = paragraphOf(text);
    return align === "" || written.length === 0 ? written : [html(`<p${align}>${toHtml(text)}</p>`)];
  }

  function heading({ id, nodes: text, headingData }: RichContentNode): BlockContent[] {
    const level = Math.min(6, Math.max(1, headingData?.level ?? 2)) as Heading["depth"];
    const children = inlineToMdast(text, { addressOf, isOneLine: true });
    if (children.length === 0) return [];
    const align = alignOf(headingData?.textStyle?.textAlignment);
    const isNamed = anchors.has(id) && /^[^\s{}]+$/.test(id) && headingFragment(plainTextOf(text)) !== id;
    if (align !== "")
      return [html(`<h${level}${isNamed ? ` id="${escapeHtml(id)}"` : ""}${align}>${toHtml(text)}</h${level}>`)];
    if (isNamed) children.push({ type: "text", value: ` {#${id}}` });
    return [{ type: "heading", depth: level, children }];
  }

  /** GitHub's syntax: a quote that starts with `[!NOTE]`. */
  function callout(node: RichContentNode, depth: number): BlockContent[] | undefined {
    const kind = findCalloutKind(node);
    const [cell, ...others] = node.nodes;
    if (kind === undefined || cell === undefined || others.length > 0) return undefined;
    const [first, ...following] = blocks(cell.nodes, depth + 2);
    const mark = `[!${kind.toUpperCase()}]`;
    const children: BlockContent[] =
      first?.type === "paragraph"
        ? [{ type: "paragraph", children: [html(`${mark}\n`), ...first.children] }]
        : [{ type: "paragraph", children: [html(mark)] }, ...(first ? [first] : [])];
    return [{ type: "blockquote", children: [...children, ...following] }];
  }

  function listOf({ type, orderedListData, nodes: items }: RichContentNode, depth: number): BlockContent {
    return {
      type: "list",
      ordered: type === "ORDERED_LIST",
      start: Math.min(orderedListData?.start ?? 1, 999_999_999 - items.length),
      spread: false,
      children: items.map(({ nodes, listItemData }) => {
        const children = blocks(nodes, depth + 1);
        const isTask = type === "CHECKBOX_LIST";
        // A task must start with text.
        if (isTask && children[0]?.type !== "paragraph")
          children.unshift({ type: "paragraph", children: [html("<!-- -->")] });
        return { type: "listItem", spread: true, checked: isTask ? listItemData?.checked === true : null, children };
      }),
    };
  }

  function details(item: RichContentNode, depth: number, isOpen: boolean): BlockContent[] {
    const [title, body] = item.nodes;
    const summary = toHtml(title?.nodes.flatMap((line) => line.nodes) ?? []);
    const start = html(`<details${isOpen ? " open" : ""}><summary>${summary}</summary>`);
    return [start, ...blocks(body?.nodes ?? [], depth + 1), html("</details>")];
  }

  function image({ imageData, nodes: captions }: RichContentNode): BlockContent[] {
    const alt = imageData?.altText ?? "";
    const src = imageData?.image?.src?.url;
    if (!src) return paragraphOf([textNode(alt)]);
    const picture: PhrasingContent = { type: "image", alt: alt.replace(/\s+/g, " "), url: addressOf(src) };
    const link = imageData.link?.url;
    const children: PhrasingContent[] = link ? [{ type: "link", url: link, children: [picture] }] : [picture];
    const linked: BlockContent = { type: "paragraph", children };
    const caption = toHtml(captions.flatMap((node) => node.nodes));
    if (caption === "") return [linked];
    return [html("<figure>"), linked, html(`<figcaption>${caption}</figcaption>\n</figure>`)];
  }

  function table({ tableData, nodes: rows }: RichContentNode): BlockContent[] {
    const width = rows[0]?.nodes.length ?? 0;
    if (width === 0) return [];
    const alignments = rows[0]?.nodes.map(alignmentOfCell) ?? [];
    const isPlain =
      tableData?.rowHeader &&
      !tableData.columnHeader &&
      rows.every(
        ({ nodes: cells }) =>
          cells.length === width &&
          cells.every((cell, column) => isPlainCell(cell) && alignmentOfCell(cell) === alignments[column]),
      );
    if (!isPlain) return [html(htmlTable(rows, tableData))];
    const align = alignments.map((name) => columnAlignments[name] ?? null);
    const children = rows.map(
      ({ nodes: cells }): TableRow => ({
        type: "tableRow",
        children: cells.map(({ nodes: [text] }) => ({
          type: "tableCell",
          children: inlineToMdast(text?.nodes ?? [], { addressOf, isOneLine: true }),
        })),
      }),
    );
    return [{ type: "table", align, children }];
  }

  function htmlTable(rows: readonly RichContentNode[], tableData: RichContentNode["tableData"]): string {
    const written = rows.map(({ nodes: cells }, index) => {
      const row = cells.map((cell, column) => {
        const isHead = (index === 0 && tableData?.rowHeader) || (column === 0 && tableData?.columnHeader);
        const tag = isHead ? "th" : "td";
        const { colspan, rowspan } = spansOf(cell);
        const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ""}${rowspan > 1 ? ` rowspan="${rowspan}"` : ""}`;
        return `<${tag}${spans}>${cell.nodes.map(htmlBlock).join("")}</${tag}>`;
      });
      return `<tr>${row.join("")}</tr>`;
    });
    return `<table>\n${written.join("\n")}\n</table>`;
  }

  /** A block in a table cell, as HTML. */
  function htmlBlock(node: RichContentNode): string {
    const inner = () => node.nodes.map(htmlBlock).join("");
    switch (node.type) {
      case "HEADING": {
        const level = Math.min(6, Math.max(1, node.headingData?.level ?? 2));
        return `<h${level}>${toHtml(node.nodes)}</h${level}>`;
      }
      case "BULLETED_LIST":
      case "CHECKBOX_LIST":
        return `<ul>${inner()}</ul>`;
      case "ORDERED_LIST":
        return `<ol>${inner()}</ol>`;
      case "LIST_ITEM":
        return `<li>${inner()}</li>`;
      case "BLOCKQUOTE":
        return `<blockquote>${inner()}</blockquote>`;
      case "CODE_BLOCK":
        return `<pre><code>${escapeHtml(codeOf(node)).replaceAll("\n", "&#10;")}</code></pre>`;
      case "IMAGE": {
        const src = node.imageData?.image?.src?.url;
        return src
          ? `<img src="${escapeHtml(addressOf(src))}" alt="${escapeHtml(node.imageData?.altText ?? "")}">`
          : "";
      }
      default: {
        const hasText = node.nodes.some(({ textData }) => textData);
        const align = alignOf(node.paragraphData?.textStyle?.textAlignment);
        return hasText ? `<p${align}>${toHtml(node.nodes)}</p>` : inner();
      }
    }
  }

  function embed(tag: "video" | "audio" | "iframe", url: string | null | undefined): BlockContent[] {
    return url ? [html(`<${tag} src="${escapeHtml(addressOf(url))}"></${tag}>`)] : [];
  }
}

const columnAlignments: Readonly<Record<string, AlignType>> = { LEFT: "left", CENTER: "center", RIGHT: "right" };

/** Ids of link targets in the document. */
function anchorsOf(nodes: readonly RichContentNode[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { linkData } of node.textData?.decorations ?? []) {
      if (linkData?.link?.anchor) found.add(linkData.link.anchor);
    }
    for (const child of node.nodes) waiting.push(child);
  }
  return found;
}

function alignOf(alignment: string | undefined): string {
  return alignment !== undefined && ["LEFT", "RIGHT", "CENTER", "JUSTIFY"].includes(alignment)
    ? ` align="${alignment.toLowerCase()}"`
    : "";
}

function spansOf({ tableCellData }: RichContentNode): { colspan: number; rowspan: number } {
  return { colspan: tableCellData?.colspan ?? 1, rowspan: tableCellData?.rowspan ?? 1 };
}

function isPlainCell(cell: RichContentNode): boolean {
  const { nodes } = cell;
  const { colspan, rowspan } = spansOf(cell);
  return nodes.length <= 1 && nodes.every(({ type }) => type === "PARAGRAPH") && colspan <= 1 && rowspan <= 1;
}

function alignmentOfCell({ nodes }: RichContentNode): string {
  return nodes[0]?.paragraphData?.textStyle?.textAlignment ?? "AUTO";
}

function codeOf({ nodes }: RichContentNode): string {
  return nodes.map(({ textData }) => textData?.text ?? "").join("");
}

function codeBlock(node: RichContentNode): BlockContent {
  const [lang = "", ...meta] = (node.codeBlockData?.language ?? "").trim().split(/\s+/);
  return { type: "code", lang, meta: meta.join(" "), value: codeOf(node) };
}

function textNode(text: string): RichContentNode {
  return { type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } };
}

function textOf(value: unknown, key: string): string | undefined {
  const found: unknown = Object(value)[key];
  return typeof found === "string" ? found : undefined;
}

function audioOf(node: RichContentNode): string | undefined {
  const { audioData } = node as { audioData?: { audio?: { src?: { url?: string } } } };
  return audioData?.audio?.src?.url;
}

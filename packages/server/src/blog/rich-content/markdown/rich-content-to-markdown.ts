import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { headingFragment } from "@porchlight/importers/rich-content/document-draft";
import { escapeHtml } from "../../../platform/http/html.ts";
import { escapeText, inlineToHtml, inlineToMarkdown, targetOf } from "./inline-to-markdown.ts";

/** Deeper nodes are written as plain text. */
const maxDepth = 40;
const bulletLists = new Set(["BULLETED_LIST", "CHECKBOX_LIST"]);

/**
 * Converts rich content to GitHub Flavored Markdown with HTML where Markdown has no syntax; `markdownToRichContent` is
 * the inverse. Nodes that neither can express (polls, layouts, …) become plain text or are dropped.
 *
 * @param addressOf Converts URLs of this site's files.
 */
export function richContentToMarkdown(
  { nodes }: Pick<RichContent, "nodes">,
  addressOf: (url: string) => string = (url) => url,
): string {
  const anchors = anchorsOf(nodes);
  return blocks(nodes, 0);

  function blocks(list: readonly RichContentNode[], depth: number): string {
    let written = "";
    let previous: RichContentNode | undefined;
    for (const node of list) {
      const text = block(node, depth);
      if (text === "") continue;
      // Adjacent lists would be joined.
      if (previous !== undefined) written += wouldJoin(previous, node) ? "\n\n<!-- -->\n\n" : "\n\n";
      written += `${anchorBefore(node)}${text}`;
      previous = node;
    }
    return written;
  }

  function anchorBefore({ id, type }: RichContentNode): string {
    return type !== "HEADING" && anchors.has(id) ? `<a id="${escapeHtml(id)}"></a>\n\n` : "";
  }

  function block(node: RichContentNode, depth: number): string {
    if (depth > maxDepth) return inline([textNode(plainTextOf([node]))]);
    switch (node.type) {
      case "PARAGRAPH":
        return paragraph(node);
      case "HEADING":
        return heading(node);
      case "BULLETED_LIST":
      case "CHECKBOX_LIST":
      case "ORDERED_LIST":
        return items(node, depth);
      case "BLOCKQUOTE":
        return prefixed(blocks(node.nodes, depth + 1), ">");
      case "CODE_BLOCK":
        return fenced(node);
      case "DIVIDER":
        return "***";
      case "IMAGE":
        return image(node);
      case "TABLE":
        return table(node);
      case "COLLAPSIBLE_ITEM": {
        const [title, body] = node.nodes;
        const summary = html(title?.nodes.flatMap((line) => line.nodes) ?? []);
        return `<details><summary>${summary}</summary>\n\n${blocks(body?.nodes ?? [], depth + 1)}\n\n</details>`;
      }
      case "COLLAPSIBLE_LIST": {
        const written = blocks(node.nodes, depth + 1);
        const isOpen = node.collapsibleListData?.initialExpandedItems === "ALL";
        return isOpen ? written.replace(/^<details>/, "<details open>") : written;
      }
      case "VIDEO":
        return embed("video", node.videoData?.video?.src?.url);
      case "EMBED":
        return embed("iframe", textOf(node.embedData, "src"));
      case "AUDIO":
        return embed("audio", audioOf(node));
      default:
        return node.nodes.some(({ textData }) => textData) ? inline(node.nodes) : blocks(node.nodes, depth + 1);
    }
  }

  function inline(list: readonly RichContentNode[]): string {
    return inlineToMarkdown(list, { addressOf });
  }

  function html(list: readonly RichContentNode[]): string {
    return inlineToHtml(list, addressOf);
  }

  function paragraph({ nodes: text, paragraphData }: RichContentNode): string {
    const align = alignOf(paragraphData?.textStyle?.textAlignment);
    const written = inline(text);
    return align === "" || written === "" ? written : `<p${align}>${html(text)}</p>`;
  }

  function heading({ id, nodes: text, headingData }: RichContentNode): string {
    const level = Math.min(6, Math.max(1, headingData?.level ?? 2));
    const written = inlineToMarkdown(text, { addressOf, isOneLine: true }).replace(/#$/, "\\#");
    if (written === "") return "";
    const align = alignOf(headingData?.textStyle?.textAlignment);
    const isNamed = anchors.has(id) && /^[^\s{}]+$/.test(id) && headingFragment(plainTextOf(text)) !== id;
    if (align !== "") return `<h${level}${isNamed ? ` id="${escapeHtml(id)}"` : ""}${align}>${html(text)}</h${level}>`;
    return `${"#".repeat(level)} ${written}${isNamed ? ` {#${escapeText(id)}}` : ""}`;
  }

  function items(list: RichContentNode, depth: number): string {
    const start = Math.min(list.orderedListData?.start ?? 1, 999_999_999 - list.nodes.length);
    return list.nodes
      .map((item, index) => {
        const isOrdered = list.type === "ORDERED_LIST";
        const mark = isOrdered ? `${start + index}.` : "-";
        const body = prefixed(blocks(item.nodes, depth + 1), " ".repeat(mark.length)).trimStart();
        // Nested empty items would be a thematic break.
        if (list.type === "BULLETED_LIST") return `${mark} ${body || "<!-- -->"}`;
        if (isOrdered) return `${mark} ${body}`.trimEnd();
        const box = `- [${item.listItemData?.checked ? "x" : " "}]`;
        // A task list item must start with text.
        const [first] = item.nodes;
        const line = first?.type === "PARAGRAPH" ? inline(first.nodes) : "";
        if (line !== "" && body.startsWith(line.split("\n")[0] ?? "")) return `${box} ${body}`;
        return `${box} <!-- -->${body === "" ? "" : `\n\n  ${body}`}`;
      })
      .join("\n");
  }

  function image({ imageData, nodes: captions }: RichContentNode): string {
    const alt = imageData?.altText ?? "";
    const src = imageData?.image?.src?.url;
    if (!src) return inline([textNode(alt)]);
    const picture = `![${escapeText(alt).replace(/\s+/g, " ")}](${targetOf(addressOf(src))})`;
    const linked = imageData?.link?.url ? `[${picture}](${targetOf(imageData.link.url)})` : picture;
    const caption = html(captions.flatMap((node) => node.nodes));
    return caption === "" ? linked : `<figure>\n\n${linked}\n\n<figcaption>${caption}</figcaption>\n</figure>`;
  }

  function table({ tableData, nodes: rows }: RichContentNode): string {
    const width = rows[0]?.nodes.length ?? 0;
    if (width === 0) return "";
    const alignments = rows[0]?.nodes.map(alignmentOfCell) ?? [];
    const isPlain =
      tableData?.rowHeader &&
      !tableData.columnHeader &&
      rows.every(
        ({ nodes: cells }) =>
          cells.length === width &&
          cells.every((cell, column) => isPlainCell(cell) && alignmentOfCell(cell) === alignments[column]),
      );
    if (!isPlain) return htmlTable(rows, tableData);
    const [head = "", ...body] = rows.map(
      ({ nodes: cells }) =>
        `| ${cells.map(({ nodes: [text] }) => inlineToMarkdown(text?.nodes ?? [], { addressOf, isOneLine: true, isCell: true })).join(" | ")} |`,
    );
    return [head, `|${alignments.map((name) => ` ${delimiters[name] ?? "---"} |`).join("")}`, ...body].join("\n");
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
        return `<h${level}>${html(node.nodes)}</h${level}>`;
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
        return hasText ? `<p${alignOf(node.paragraphData?.textStyle?.textAlignment)}>${html(node.nodes)}</p>` : inner();
      }
    }
  }

  function embed(tag: "video" | "audio" | "iframe", url: string | null | undefined): string {
    return url ? `<${tag} src="${escapeHtml(addressOf(url))}"></${tag}>` : "";
  }
}

const delimiters: Readonly<Record<string, string>> = { LEFT: ":---", CENTER: ":---:", RIGHT: "---:" };

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

function wouldJoin({ type: first }: RichContentNode, { type: second }: RichContentNode): boolean {
  return (bulletLists.has(first) && bulletLists.has(second)) || (first === "ORDERED_LIST" && second === first);
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

function fenced(node: RichContentNode): string {
  const code = codeOf(node);
  const maxRunLength = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(maxRunLength + 1);
  const language = (node.codeBlockData?.language ?? "").replace(/[`\s]+/g, " ").trim();
  return `${fence}${language.replaceAll("\\", "\\\\").replace(/&(?=#?\w+;)/g, "&amp;")}\n${code}\n${fence}`;
}

/** Prefixes each line; empty lines without a trailing space. */
function prefixed(text: string, prefix: string): string {
  if (text === "") return "";
  return text
    .split("\n")
    .map((line) => (line === "" ? prefix.trim() : `${prefix} ${line}`))
    .join("\n");
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

import { type CalloutKind, parseCalloutKind } from "@porchlight/contract/blog/rich-content/callouts";
import type { Blockquote, Definition, FootnoteDefinition, List, ListItem, Nodes, Parents, Root, Table } from "mdast";
import { createRawHtmlCleaner, type RawHtmlCleaner, removeTags } from "../html/raw-html.ts";

/** Containers of Markdown below this depth are omitted, their content is not. */
const maxDepth = 60;

/** HTML of a Markdown tree, an intermediate form of rich content. It is never stored. */
export interface HtmlDraft {
  html: string;
  /** Line of the Markdown for an offset of `html`. */
  lineAt(offset: number): number;
}

/** Attributes for what HTML cannot express; read by `convert-html-tree.ts`. */
export const draftAttributes = {
  callout: "dataCallout",
  checked: "dataChecked",
  footnote: "dataFootnote",
  footnoteReference: "dataFootnoteReference",
  footnoteReturn: "dataFootnoteReturn",
  language: "dataLanguage",
} as const;

/**
 * Converts a Markdown tree to HTML, with raw HTML in its position, so that a parser can nest both: `<details>`,
 * Markdown, `</details>` become one element. `line` of notes is a line of the Markdown.
 */
export function markdownToHtml(tree: Root, markdown: string, warn: (line: number, reason: string) => void): HtmlDraft {
  const draft = writeDraft(tree, markdown, warn, false);
  if (!draft.cleaner.tooDeep) return draft;
  warn(
    1,
    "Its HTML nests too deeply or leaves too many elements open; all tags are removed and only their text is imported.",
  );
  return writeDraft(tree, markdown, () => {}, true);
}

function writeDraft(
  tree: Root,
  markdown: string,
  warn: (line: number, reason: string) => void,
  withoutTags: boolean,
): HtmlDraft & { cleaner: RawHtmlCleaner } {
  const parts: string[] = [];
  let length = 0;
  const offsets: number[] = [];
  const lines: number[] = [];
  const cleaner = createRawHtmlCleaner(warn);
  const { definitions, footnotes } = collectDefinitions(tree);
  /** Number of references to each footnote, in the order of first reference, which numbers them. */
  const footnoteReferences = new Map<string, number>();
  const footnoteNumbers = new Map<string, number>();

  function write(text: string) {
    parts.push(text);
    length += text.length;
  }
  function markLine(node: Nodes) {
    const line = node.position?.start.line;
    if (line === undefined || line === lines.at(-1)) return;
    offsets.push(length);
    lines.push(line);
  }

  function writeAll(nodes: readonly Nodes[], depth: number) {
    for (const node of nodes) writeNode(node, depth);
  }

  function wrap(name: string, attributes: string, node: Parents, depth: number) {
    if (depth >= maxDepth) return writeAll(node.children, depth);
    write(`<${name}${attributes}>`);
    writeAll(node.children, depth + 1);
    write(`</${name}>`);
  }

  function writeNode(node: Nodes, depth: number) {
    markLine(node);
    switch (node.type) {
      case "text":
        return write(escapeHtml(node.value));
      case "html":
        return writeRaw(node.value, node.position?.start.line ?? 1);
      case "paragraph":
        return wrap("p", "", node, depth);
      case "heading":
        return writeHeading(node, depth);
      case "emphasis":
        return wrap("em", "", node, depth);
      case "strong":
        return wrap("strong", "", node, depth);
      case "delete":
        return wrap("del", "", node, depth);
      case "blockquote":
        return writeQuote(node, depth);
      case "inlineCode":
        return write(`<code>${escapeHtml(node.value)}</code>`);
      case "break":
        return write("<br>");
      case "thematicBreak":
        return write("<hr>");
      case "code": {
        const language = [node.lang, node.meta].filter((part) => part).join(" ");
        const attribute = ` data-language="${escapeHtml(language)}"`;
        return write(`<pre><code${attribute}>${escapeHtml(node.value)}</code></pre>`);
      }
      case "link":
        return wrap("a", ` href="${escapeHtml(node.url)}"`, node, depth);
      case "linkReference":
        return wrap("a", ` href="${escapeHtml(definitions.get(node.identifier)?.url ?? "")}"`, node, depth);
      case "image":
        return writeImage(node.url, node.alt, node.title);
      case "imageReference": {
        const definition = definitions.get(node.identifier);
        return writeImage(definition?.url ?? "", node.alt, definition?.title);
      }
      case "footnoteReference":
        return writeFootnoteReference(node.identifier);
      case "list":
        return wrap(node.ordered ? "ol" : "ul", listAttributes(node), node, depth);
      case "listItem":
        return wrap("li", itemAttributes(node), node, depth);
      case "table":
        return writeTable(node, depth);
      case "definition":
      case "footnoteDefinition":
      case "yaml":
        return;
      default:
        if ("children" in node) writeAll(node.children, depth);
    }
  }

  function writeRaw(html: string, line: number) {
    const cleaned = cleaner.clean(html, line);
    write(withoutTags ? removeTags(cleaned) : cleaned);
  }

  function writeQuote(node: Blockquote, depth: number) {
    const kind = calloutKindOf(node, markdown);
    if (kind === undefined) return wrap("blockquote", "", node, depth);
    wrap("blockquote", ` data-callout="${kind}"`, { ...node, children: withoutMark(node) }, depth);
  }

  function writeHeading(node: Extract<Nodes, { type: "heading" }>, depth: number) {
    const last = node.children.at(-1);
    const id = last?.type === "text" ? /\{#([^\s{}]+)[^{}]*\}\s*$/.exec(last.value.trimEnd()) : null;
    if (last?.type !== "text" || id === null) return wrap(`h${node.depth}`, "", node, depth);
    const children = [...node.children.slice(0, -1), { ...last, value: last.value.slice(0, id.index) }];
    wrap(`h${node.depth}`, ` id="${escapeHtml(id[1] ?? "")}"`, { ...node, children }, depth);
  }

  function writeImage(url: string, alt: string | null | undefined, title: string | null | undefined) {
    write(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt ?? "")}" title="${escapeHtml(title ?? "")}">`);
  }

  function writeFootnoteReference(key: string) {
    const number = footnoteNumbers.get(key) ?? footnoteNumbers.size + 1;
    footnoteNumbers.set(key, number);
    footnoteReferences.set(key, (footnoteReferences.get(key) ?? 0) + 1);
    write(`<sup><a data-footnote-reference="${escapeHtml(key)}" href="#">${number}</a></sup>`);
  }

  function writeTable(node: Table, depth: number) {
    write("<table>");
    for (const [rowIndex, row] of node.children.entries()) {
      write("<tr>");
      for (const [column, cell] of row.children.entries()) {
        markLine(cell);
        const alignment = node.align?.[column];
        wrap(rowIndex === 0 ? "th" : "td", alignment ? ` align="${alignment}"` : "", cell, depth + 1);
      }
      write("</tr>");
    }
    write("</table>");
  }

  function writeFootnotes() {
    if (footnotes.size === 0) return;
    write("<hr><ol>");
    // A footnote may refer to others, which are appended during the iteration.
    for (const key of footnoteNumbers.keys()) writeFootnote(key);
    for (const key of footnotes.keys()) if (!footnoteNumbers.has(key)) writeFootnote(key);
    write("</ol>");
  }

  function writeFootnote(key: string) {
    const children = footnotes.get(key)?.children ?? [];
    const last = children.at(-1);
    write(`<li data-footnote="${escapeHtml(key)}">`);
    writeAll(last?.type === "paragraph" ? children.slice(0, -1) : children, 0);
    write("<p>");
    if (last?.type === "paragraph") {
      markLine(last);
      writeAll(last.children, 0);
    }
    for (let index = 0; index < (footnoteReferences.get(key) ?? 0); index += 1) {
      write(
        ` <a data-footnote-return="${escapeHtml(`${index} ${key}`)}" href="#">↩${index === 0 ? "" : index + 1}</a>`,
      );
    }
    write("</p></li>");
  }

  writeAll(tree.children, 0);
  writeFootnotes();
  return {
    html: parts.join(""),
    cleaner,
    lineAt: (offset) => lines[lastAtOrBefore(offsets, offset)] ?? 1,
  };
}

/** `[!NOTE]` on a line of its own at the start of a quote. */
const calloutMark = /^\[!(\w+)\][ \t]*(?:\n|$)/;

/** The kind of a callout in GitHub's syntax; `undefined` for other quotes, and if the mark is escaped. */
function calloutKindOf({ children: [first] }: Blockquote, markdown: string): CalloutKind | undefined {
  if (first?.type !== "paragraph") return undefined;
  const [text, next] = first.children;
  if (text?.type !== "text" || !markdown.startsWith("[!", text.position?.start.offset)) return undefined;
  const mark = calloutMark.exec(text.value);
  if (!mark || (mark[0].length === text.value.length && !mark[0].endsWith("\n") && next && next.type !== "break"))
    return undefined;
  return parseCalloutKind(mark[1] ?? "");
}

/** The blocks of a callout without the line with its kind. */
function withoutMark({ children: [first, ...others] }: Blockquote): Blockquote["children"] {
  if (first?.type !== "paragraph" || first.children[0]?.type !== "text") return [];
  const [text, ...following] = first.children;
  const value = text.value.replace(calloutMark, "");
  const inline =
    value === "" ? following.slice(following[0]?.type === "break" ? 1 : 0) : [{ ...text, value }, ...following];
  return inline.length === 0 ? others : [{ ...first, children: inline }, ...others];
}

function listAttributes(list: List): string {
  return list.ordered && typeof list.start === "number" && list.start !== 1 ? ` start="${list.start}"` : "";
}

function itemAttributes(item: ListItem): string {
  return typeof item.checked === "boolean" ? ` data-checked="${item.checked}"` : "";
}

function collectDefinitions(root: Root) {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "definition") setFirst(definitions, node.identifier, node);
    if (node.type === "footnoteDefinition") setFirst(footnotes, node.identifier, node);
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return { definitions, footnotes };
}

function setFirst<Value>(map: Map<string, Value>, key: string, value: Value) {
  if (!map.has(key)) map.set(key, value);
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

import { inlineCodeFontFamily } from "@porchlight/contract/blog/rich-content/rich-content";
import { safeUrl } from "../../../ui/safe-url.ts";
import { inlineTags, type ReadContext, readBlocks, readContext } from "./rich-dom.ts";
import { childrenOf, newId, type RichDecoration, type RichNode, runsOf, urlOfLink } from "./rich-nodes.ts";

/** Elements retained as a whole. */
const wholeTags =
  /^(?:PRE|TABLE|HR|FIGURE|DL|SECTION|ARTICLE|MAIN|HEADER|FOOTER|IMG|PICTURE|VIDEO|AUDIO|SVG|MATH|CANVAS|EMBED|DETAILS|FORM|INPUT|BUTTON|SELECT|TEXTAREA)$/i;

/**
 * Parsers report styles and scripts in attributes to the page's policy although none takes effect, so they are renamed.
 */
const hidden = (html: string): string =>
  html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(style|on\w+)\s*=/gi, " data-hidden-$1="));
const shown = (html: string): string => html.replace(/\sdata-hidden-(style|on\w+)=/gi, " $1=");

const shellOf = (element: Element): string => (element.cloneNode(false) as Element).outerHTML;

/** Parses HTML to nodes. Elements without a node type are retained in `html`. */
export function readHtml(html: string): RichNode[] {
  const { body } = new DOMParser().parseFromString(hidden(html), "text/html");
  const keeping: Partial<ReadContext> = {
    isCollapsed: true,
    whole: (element) =>
      wholeTags.test(element.tagName) || (element.tagName === "DIV" && element.attributes.length > 0)
        ? { type: element.tagName, id: newId(), nodes: [], html: element.outerHTML }
        : undefined,
    inline: (element) => ({ type: `HTML ${shellOf(element)}`, html: shellOf(element) }),
    more: (element) => {
      const hasMore = element.getAttributeNames().some((name) => name !== "href" || element.tagName !== "A");
      return {
        ...(hasMore && { html: shellOf(element) }),
        ...(element.parentElement === body && { source: element.outerHTML }),
      };
    },
  };
  return readBlocks(body, readContext(keeping));
}

/** Parses pasted HTML: known formats, and the text of everything else. */
export function readPasted(html: string): RichNode[] {
  const { body } = new DOMParser().parseFromString(hidden(html), "text/html");
  return readBlocks(body, readContext({ isCollapsed: true }));
}

const tags: Readonly<Record<string, string>> = {
  PARAGRAPH: "p",
  BULLETED_LIST: "ul",
  ORDERED_LIST: "ol",
  LIST_ITEM: "li",
  BLOCKQUOTE: "blockquote",
  ...inlineTags,
};

/** Serializes nodes to HTML, in a document that loads and runs nothing. */
export function writeHtml(nodes: readonly RichNode[]): string {
  const inert = document.implementation.createHTMLDocument("");
  const part = (html: string): Element | null => {
    const template = inert.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  };
  const shell = ({ html, type, ...data }: RichNode | RichDecoration): Element => {
    const original = typeof html === "string" ? part(html) : null;
    const level = Number(Object(data.headingData).level) || 2;
    const isCode = Object(data.fontFamilyData).value === inlineCodeFontFamily;
    return original ?? inert.createElement(type === "HEADING" ? `h${level}` : isCode ? "code" : (tags[type] ?? "span"));
  };
  const write = (node: RichNode): Element => {
    if (typeof node.html === "string" && !tags[node.type] && node.type !== "HEADING") {
      return part(node.html) ?? inert.createElement("p");
    }
    const element = shell(node);
    // The element of the previous block type is obsolete.
    const plain = shell({ ...node, html: undefined });
    const block = element.tagName === plain.tagName ? element : plain;
    if (node.type === "PARAGRAPH" || node.type === "HEADING") {
      for (const run of runsOf(node)) block.append("node" in run ? write(run.node) : writeRun(run));
    } else {
      const children = childrenOf(node);
      const [only] = children;
      if (node.type === "LIST_ITEM" && only?.type === "PARAGRAPH" && children.length === 1 && !only.html)
        block.append(...write(only).childNodes);
      else block.append(...children.map(write));
    }
    return block;
  };
  const writeRun = ({ text, decorations }: { text: string; decorations: RichDecoration[] }): Node => {
    const inside = inert.createDocumentFragment();
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) inside.append(inert.createElement("br"));
      inside.append(line);
    }
    return decorations.reduceRight<Node>((around, decoration) => {
      const element = shell(decoration);
      const href = decoration.type === "LINK" && safeUrl(urlOfLink(decoration))?.href;
      if (href) element.setAttribute("href", href);
      element.append(around);
      return element;
    }, inside);
  };
  return shown(nodes.map((node) => (typeof node.source === "string" ? node.source : write(node).outerHTML)).join(""));
}

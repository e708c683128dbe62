import {
  type Decoration,
  inlineCodeFontFamily,
  type Link,
  type RichContent,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element, Nodes, Root } from "hast";
import { createDocumentDraft, createFlow, type Flow, hasRoomFor } from "../document-draft.ts";
import { readLinkAddress } from "../link-address.ts";
import { draftAttributes } from "../markdown/markdown-to-html.ts";
import { convertBlock } from "./html-blocks.ts";
import {
  createParagraph,
  footnoteName,
  footnoteReferenceName,
  type HtmlContext,
  type HtmlConversion,
  type HtmlConversionOptions,
} from "./html-conversion.ts";
import { styledContext } from "./html-styles.ts";
import { summaryEndElement } from "./raw-html.ts";

/** Browsers' background of `<mark>`. */
const markBackground = "#ffff00";

export interface ConvertedHtml {
  richContent: RichContent;
  /** Number of blocks before the mark that ends the summary; absent without a mark. */
  summaryBlocks?: number;
}

/** Converts a tree of HTML to rich content. `note` receives what has no equivalent; its text is retained. */
export function convertHtmlTree(root: Root, options: HtmlConversionOptions): ConvertedHtml {
  const draft = createDocumentDraft(options.warn);
  const flow = createFlow();
  let lastLine = 1;
  let saidTooDeep = false;
  /** Titles of abbreviations, which are written out once. */
  const meanings = new Set<string>();
  let summaryBlocks: number | undefined;

  const conversion: HtmlConversion = {
    ...options,
    draft,
    lineOf(node) {
      const offset = node.position?.start.offset;
      if (offset !== undefined) lastLine = options.lineAt(offset);
      return lastLine;
    },
    walk,
    walkChildren(element, into, context) {
      for (const child of element.children) walk(child, into, context);
    },
    opensContainer,
    endParagraph,
    linkOf,
  };

  function opensContainer(element: Element, levels: number, into: Flow, context: HtmlContext): boolean {
    endParagraph(into, context);
    const hasRoom = hasRoomFor(levels, context.depth);
    if (hasRoom && !into.inlineOnly) return true;
    if (!hasRoom && !saidTooDeep) {
      saidTooDeep = true;
      options.warn(
        conversion.lineOf(element),
        `<${element.tagName}> is nested too deeply; only its content is imported.`,
      );
    }
    conversion.walkChildren(element, into, context);
    endParagraph(into, context);
    return false;
  }

  function walk(node: Nodes, into: Flow, context: HtmlContext) {
    if (node.type === "text") {
      if (node.value !== "") into.runs.push({ text: node.value, decorations: context.decorations });
      return;
    }
    if (node.type !== "element") return;
    if (node.tagName === summaryEndElement) {
      if (into === flow)
        summaryBlocks ??= flow.blocks.length + (flow.runs.some((run) => run.text.trim() !== "") ? 1 : 0);
      return;
    }
    nameByAttributes(node);
    const inner = styledContext(node, context);
    if (convertBlock(node, into, inner, conversion)) return;
    convertInline(node, into, inner);
  }

  function nameByAttributes(element: Element) {
    const { id, name } = element.properties;
    const isHeading = /^h[1-6]$/.test(element.tagName);
    if (typeof id === "string" && id !== "" && !isHeading) draft.nameNextBlock(id);
    else if (element.tagName === "a" && typeof name === "string" && name !== "") draft.nameNextBlock(name);
  }

  function convertInline(element: Element, into: Flow, context: HtmlContext) {
    const decoration = inlineDecoration(element);
    if (decoration !== undefined) {
      const isRepeated = decoration.type !== "LINK" && context.decorations.some(({ type }) => type === decoration.type);
      const outer =
        decoration.type === "LINK" ? context.decorations.filter(({ type }) => type !== "LINK") : context.decorations;
      const decorations = isRepeated ? context.decorations : [...outer, decoration];
      return conversion.walkChildren(element, into, { ...context, decorations });
    }
    if (element.tagName === "br") {
      into.runs.push({ text: "\n", decorations: context.decorations, hardBreak: !context.preserved });
    } else if (element.tagName === "q") {
      into.runs.push({ text: "“", decorations: context.decorations });
      conversion.walkChildren(element, into, context);
      into.runs.push({ text: "”", decorations: context.decorations });
    } else if (element.tagName === "abbr" || element.tagName === "acronym") {
      conversion.walkChildren(element, into, context);
      const { title } = element.properties;
      const meaning = typeof title === "string" ? title.replace(/\s+/g, " ").trim() : "";
      if (meaning === "" || meanings.has(meaning)) return;
      meanings.add(meaning);
      into.runs.push({ text: ` (${meaning})`, decorations: context.decorations });
    } else {
      conversion.walkChildren(element, into, context);
    }
  }

  function inlineDecoration(element: Element): Decoration | undefined {
    switch (element.tagName) {
      case "b":
      case "strong":
        return { type: "BOLD", fontWeightValue: 700 };
      case "i":
      case "em":
      case "cite":
      case "dfn":
      case "var":
        return { type: "ITALIC", italicData: true };
      case "u":
      case "ins":
        return { type: "UNDERLINE", underlineData: true };
      case "mark":
        return { type: "COLOR", colorData: { background: markBackground } };
      case "s":
      case "del":
      case "strike":
        return { type: "STRIKETHROUGH", strikethroughData: true };
      case "sup":
        return { type: "SUPERSCRIPT", superscriptData: true };
      case "sub":
        return { type: "SUBSCRIPT", subscriptData: true };
      case "code":
      case "kbd":
      case "samp":
      case "tt":
        return { type: "FONT_FAMILY", fontFamilyData: { value: inlineCodeFontFamily } };
      case "a": {
        const link = anchorLink(element);
        return link === undefined ? undefined : { type: "LINK", linkData: { link } };
      }
      default:
        return undefined;
    }
  }

  function anchorLink(element: Element): Link | undefined {
    const reference = element.properties[draftAttributes.footnoteReference];
    if (typeof reference === "string") {
      const index = footnoteReferenceCounts.get(reference) ?? 0;
      footnoteReferenceCounts.set(reference, index + 1);
      draft.nameNextBlock(footnoteReferenceName(`${index} ${reference}`));
      return draft.linkTo(footnoteName(reference), conversion.lineOf(element));
    }
    const back = element.properties[draftAttributes.footnoteReturn];
    if (typeof back === "string") return draft.linkTo(footnoteReferenceName(back), conversion.lineOf(element));
    const { href } = element.properties;
    return typeof href === "string" ? linkOf(element, href) : undefined;
  }
  const footnoteReferenceCounts = new Map<string, number>();

  function linkOf(element: Element, href: string): Link | undefined {
    const line = conversion.lineOf(element);
    const address = readLinkAddress(href);
    switch (address.kind) {
      case "absolute":
        return { url: options.findOwnLink?.(address.url) ?? address.url };
      case "fragment":
        return draft.linkTo(address.name, line);
      case "relative": {
        const url = options.resolveLink(address.href, line);
        return url === undefined ? undefined : { url };
      }
      case "unsafe":
        options.warn(line, address.reason);
        return undefined;
    }
  }

  function endParagraph(into: Flow, context: HtmlContext) {
    if (into.inlineOnly) {
      into.runs.push({ text: " ", decorations: [] });
      return;
    }
    const paragraph = draft.finishRuns(into, (nodes) => createParagraph(nodes, context.alignment));
    if (paragraph !== undefined) into.blocks.push(paragraph);
  }

  const context: HtmlContext = { decorations: [], alignment: undefined, preserved: false, depth: 0 };
  for (const child of root.children) walk(child, flow, context);
  endParagraph(flow, context);
  const richContent = draft.finish(flow.blocks);
  return { richContent, ...(summaryBlocks === undefined ? {} : { summaryBlocks }) };
}

import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { fromHtml } from "hast-util-from-html";
import { convertHtmlTree } from "../html/convert-html-tree.ts";
import type { AddressResolution } from "../html/html-conversion.ts";
import { guardNesting } from "../nesting-guard.ts";
import { markdownToHtml } from "./markdown-to-html.ts";
import { parseMarkdown } from "./parse-markdown.ts";

export interface MarkdownConversionOptions extends AddressResolution {
  /** Called for everything that could not be carried; `line` counts within the Markdown, 1 is the first. */
  warn(line: number, reason: string): void;
}

export interface ConvertedMarkdown {
  richContent: RichContent;
  /** How many blocks stand before `<!-- more -->`; absent when there is no such mark. */
  summaryBlocks?: number;
}

/**
 * CommonMark with GitHub's extensions (tables, task lists, strikethrough, footnotes, bare addresses) and HTML within it → rich
 * content. The same text gives an equal document every time. HTML is a step on the way and never part of the result.
 */
export function markdownToRichContent(markdown: string, options: MarkdownConversionOptions): ConvertedMarkdown {
  const guarded = guardNesting(markdown.replace(/\r\n?/g, "\n"));
  for (const { line, reason } of guarded.warnings) options.warn(line, reason);
  const tree = parseMarkdown(guarded.markdown, guarded.disabled);
  const draft = markdownToHtml(tree, options.warn);
  const html = fromHtml(draft.html, { fragment: true });
  return convertHtmlTree(html, { ...options, lineAt: draft.lineAt });
}

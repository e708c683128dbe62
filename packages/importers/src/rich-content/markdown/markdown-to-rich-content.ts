import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { fromHtml } from "hast-util-from-html";
import { convertHtmlTree } from "../html/convert-html-tree.ts";
import type { AddressResolution } from "../html/html-conversion.ts";
import { guardNesting } from "../nesting-guard.ts";
import { markdownToHtml } from "./markdown-to-html.ts";
import { parseMarkdown } from "./parse-markdown.ts";

export interface MarkdownConversionOptions extends AddressResolution {
  /** Called for everything that could not be imported; `line` is the line of the Markdown, from 1. */
  warn(line: number, reason: string): void;
}

export interface ConvertedMarkdown {
  richContent: RichContent;
  /** Number of blocks before `<!-- more -->`; absent without this mark. */
  summaryBlocks?: number;
}

/**
 * Converts CommonMark with GitHub's extensions (tables, task lists, strikethrough, footnotes, bare addresses, alerts)
 * and HTML to rich content. The result is deterministic.
 */
export function markdownToRichContent(markdown: string, options: MarkdownConversionOptions): ConvertedMarkdown {
  const guarded = guardNesting(markdown.replace(/\r\n?/g, "\n"));
  for (const { line, reason } of guarded.warnings) options.warn(line, reason);
  const tree = parseMarkdown(guarded.markdown, guarded.disabled);
  const draft = markdownToHtml(tree, guarded.markdown, options.warn);
  const html = fromHtml(draft.html, { fragment: true });
  return convertHtmlTree(html, { ...options, lineAt: draft.lineAt });
}

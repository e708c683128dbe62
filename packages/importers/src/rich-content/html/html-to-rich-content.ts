import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { fromHtml } from "hast-util-from-html";
import { readLinkAddress } from "../link-address.ts";
import { convertHtmlTree } from "./convert-html-tree.ts";
import type { AddressResolution, ImageAddress } from "./html-conversion.ts";
import { createRawHtmlCleaner, removeTags } from "./raw-html.ts";

/** Resolution of relative addresses. Default: they are retained if they start with a slash, or if `base` is given. */
export interface HtmlToRichContentOptions extends Partial<AddressResolution> {
  /** Absolute base address of relative addresses. */
  base?: string;
}

/** A part of the HTML that has no equivalent. */
export interface LostHtml {
  /** Line of the HTML, from 1. */
  line: number;
  /** A sentence. */
  reason: string;
}

export interface HtmlInRichContent {
  richContent: RichContent;
  /** In document order. */
  lost: LostHtml[];
  /** Number of blocks before `<!--more-->`; absent without this mark. */
  summaryBlocks?: number;
}

/**
 * Converts untrusted HTML to rich content with an allow-list: its elements become nodes, other elements become text,
 * and `lost` lists the losses. No script survives. The result is deterministic.
 */
export function htmlToRichContent(html: string, options: HtmlToRichContentOptions = {}): HtmlInRichContent {
  const lost: LostHtml[] = [];
  const warn = (line: number, reason: string) => {
    lost.push({ line, reason });
  };
  const cleaner = createRawHtmlCleaner(warn);
  const source = html.replace(/\r\n?/g, "\n");
  let cleaned = cleaner.clean(source, 1);
  if (cleaner.tooDeep) {
    lost.length = 0;
    warn(
      1,
      "The HTML nests too deeply or leaves too many elements open; all tags are removed and only their text is imported.",
    );
    cleaned = removeTags(cleaned);
  }
  const lineStarts = lineStartsOf(cleaned);
  const address = (href: string, line: number) => resolveUrl(href, options.base, line, warn);
  const { richContent, summaryBlocks } = convertHtmlTree(fromHtml(cleaned, { fragment: true }), {
    ...options,
    warn: warn,
    lineAt: (offset) => lastAtOrBefore(lineStarts, offset) + 1,
    resolveLink: options.resolveLink ?? address,
    resolveImage: options.resolveImage ?? ((src, line) => asImage(address(src, line))),
  });
  lost.sort((one, other) => one.line - other.line);
  return { richContent, lost, ...(summaryBlocks !== undefined && { summaryBlocks }) };
}

function asImage(url: string | undefined): ImageAddress | undefined {
  return url === undefined ? undefined : { url };
}

function resolveUrl(
  href: string,
  base: string | undefined,
  line: number,
  warn: (line: number, reason: string) => void,
): string | undefined {
  if (base !== undefined && URL.canParse(href, base)) {
    const address = readLinkAddress(new URL(href, base).href);
    if (address.kind === "absolute") return address.url;
  } else if (href.startsWith("/")) {
    return href;
  }
  warn(line, `The address "${href.slice(0, 100)}" is relative and cannot be resolved.`);
  return undefined;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
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

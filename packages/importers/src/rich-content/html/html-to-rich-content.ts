import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { fromHtml } from "hast-util-from-html";
import { readLinkAddress } from "../link-address.ts";
import { convertHtmlTree } from "./convert-html-tree.ts";
import type { AddressResolution, ImageAddress } from "./html-conversion.ts";
import { createRawHtmlCleaner, removeTags } from "./raw-html.ts";

/** What happens to addresses that are relative in the HTML; without it they are kept if they begin with a slash or `base` is given. */
export interface HtmlToRichContentOptions extends Partial<AddressResolution> {
  /** Absolute address that relative ones start from. */
  base?: string;
}

/** Something of the HTML that could not be carried. */
export interface LostHtml {
  /** Line of the HTML, 1 is the first. */
  line: number;
  /** A plain sentence. */
  reason: string;
}

export interface HtmlInRichContent {
  richContent: RichContent;
  /** In the order of the HTML; empty when all of it was carried. */
  lost: LostHtml[];
  /** How many blocks stand before `<!--more-->`; absent when there is no such mark. */
  summaryBlocks?: number;
}

/**
 * HTML from anywhere → rich content. An allow-list decides: what is on it becomes nodes, the text of everything else is kept where it has any, and
 * what was lost is told. Nothing that could run is kept, however it is written. The same HTML gives an equal document every time.
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
      "The HTML nests too deeply or leaves too many elements open; all tags are left out and their text is kept.",
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
  warn(line, `The address "${href.slice(0, 100)}" says nothing without the page it stood on.`);
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

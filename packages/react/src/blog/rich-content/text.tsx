import { findFootnoteLink } from "@porchlight/contract/blog/rich-content/footnotes";
import {
  type Decoration,
  inlineCodeFontFamily,
  type Link,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import { createElement, Fragment, type ReactNode } from "react";
import { safeUrl } from "../../ui/safe-url.ts";
import { asText, childrenOf, dataOf, type Loose, type RenderContext, type Wrapper } from "./document.ts";

interface Run {
  text: string;
  wrappers: readonly Wrapper[];
}

const maximumDecorations = 20;

/** A node's text: its TEXT children in their decorations, nested in list order. */
export function renderText(node: RichContentNode, context: RenderContext): ReactNode {
  const runs: Run[] = [];
  for (const child of childrenOf(node)) {
    if (child.type !== "TEXT") continue;
    const { text, decorations } = dataOf(child.textData);
    if (typeof text !== "string" || text === "") continue;
    const wrappers = toWrappers(decorations, context);
    runs.push({ text, wrappers: withFootnoteRole(child, wrappers, context) });
  }
  return renderRuns(runs, 0);
}

/** A node's text without decorations. */
export function plainText(node: RichContentNode): string {
  let text = "";
  for (const child of childrenOf(node)) if (child.type === "TEXT") text += asText(dataOf(child.textData).text);
  return text;
}

function renderRuns(runs: readonly Run[], level: number): ReactNode {
  const pieces: ReactNode[] = [];
  for (let from = 0; from < runs.length; ) {
    const wrapper = runs[from]!.wrappers[level];
    let to = from + 1;
    while (to < runs.length && runs[to]!.wrappers[level]?.key === wrapper?.key) to++;
    const group = runs.slice(from, to);
    if (wrapper) {
      pieces.push(
        createElement(wrapper.tag as string, { key: from, ...wrapper.attributes }, renderRuns(group, level + 1)),
      );
    } else {
      for (const run of group) pushLines(pieces, run.text);
    }
    from = to;
  }
  return pieces.length === 1 ? pieces[0] : createElement(Fragment, null, ...pieces);
}

// A line feed is a hard break.
function pushLines(pieces: ReactNode[], text: string) {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (index > 0) pieces.push(createElement("br", { key: `${pieces.length}br` }));
    if (line) pieces.push(line);
  }
}

function toWrappers(decorations: unknown, context: RenderContext): readonly Wrapper[] {
  if (!Array.isArray(decorations) || decorations.length === 0) return [];
  const wrappers: Wrapper[] = [];
  for (const decoration of decorations.slice(0, maximumDecorations) as unknown[]) {
    if (typeof decoration !== "object" || decoration === null) continue;
    const wrapper = toWrapper(decoration as Decoration, context);
    // Nested links or duplicate elements are invalid.
    if (wrapper && !wrappers.some((one) => (one.kind ?? one.tag) === (wrapper.kind ?? wrapper.tag)))
      wrappers.push(wrapper);
  }
  return wrappers;
}

function toWrapper(decoration: Decoration, context: RenderContext): Wrapper | undefined {
  switch (decoration.type) {
    case "BOLD": {
      const weight = decoration.fontWeightValue;
      return typeof weight === "number" && weight < 600 ? undefined : { key: "strong", tag: "strong" };
    }
    case "ITALIC":
      return decoration.italicData === false ? undefined : { key: "em", tag: "em" };
    case "UNDERLINE":
      return decoration.underlineData === false ? undefined : { key: "u", tag: "u" };
    case "STRIKETHROUGH":
      return decoration.strikethroughData === false ? undefined : { key: "s", tag: "s" };
    case "SUPERSCRIPT":
      return decoration.superscriptData === false ? undefined : { key: "sup", tag: "sup" };
    case "SUBSCRIPT":
      return decoration.subscriptData === false ? undefined : { key: "sub", tag: "sub" };
    case "FONT_FAMILY":
      return dataOf(decoration.fontFamilyData).value === inlineCodeFontFamily
        ? { key: "code", tag: "code" }
        : context.extendedNodes?.wrapper(decoration, context);
    case "LINK":
      return linkWrapper(linkAttributes(dataOf(decoration.linkData).link, context));
    case "ANCHOR":
      return linkWrapper(linkAttributes({ anchor: asText(dataOf(decoration.anchorData).anchor) }, context));
    default:
      return context.extendedNodes?.wrapper(decoration, context);
  }
}

/** Footnote links are announced as such, and the arrow back has a name. Source: DPub-ARIA 1.1. */
function withFootnoteRole(
  node: RichContentNode,
  wrappers: readonly Wrapper[],
  context: RenderContext,
): readonly Wrapper[] {
  const link = findFootnoteLink(node);
  if (!link) return wrappers;
  const added = link.isBackLink
    ? { role: "doc-backlink", "aria-label": context.text("blog.content.backToText") }
    : { role: "doc-noteref" };
  return wrappers.map((one) => (one.tag === "a" ? { ...one, attributes: { ...one.attributes, ...added } } : one));
}

function linkWrapper(attributes: LinkAttributes | undefined): Wrapper | undefined {
  return attributes && { key: `a ${attributes.href} ${attributes.rel}`, tag: "a", attributes: { ...attributes } };
}

export interface LinkAttributes {
  href: string;
  rel?: string;
  target?: string;
}

/** Attributes of a link from content; `undefined` for unsafe URLs. */
export function linkAttributes(
  link: Loose<Link> | null | undefined,
  context: RenderContext,
): LinkAttributes | undefined {
  const { url, anchor, target, rel } = dataOf(link);
  if (asText(anchor)) {
    const id = context.elementIds.get(asText(anchor));
    return id === undefined ? undefined : { href: `#${encodeFragment(id)}` };
  }
  const safe = safeUrl(url);
  if (!safe) return undefined;
  const relations = new Set<string>();
  if (safe.isForeign || target === "BLANK") relations.add("noopener").add("noreferrer");
  const { nofollow, sponsored, ugc, noreferrer } = dataOf(rel as Link["rel"]);
  if (nofollow === true) relations.add("nofollow");
  if (sponsored === true) relations.add("sponsored");
  if (ugc === true) relations.add("ugc");
  if (noreferrer === true) relations.add("noreferrer");
  return {
    href: safe.href,
    ...(relations.size > 0 ? { rel: [...relations].join(" ") } : {}),
    ...(target === "BLANK" ? { target: "_blank" } : {}),
  };
}

function encodeFragment(id: string): string {
  try {
    return encodeURIComponent(id);
  } catch {
    return ""; // an unpaired surrogate
  }
}

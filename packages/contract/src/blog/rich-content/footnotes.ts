import type { RichContentNode } from "./rich-content.ts";

/** A link between a reference and its footnote. */
export interface FootnoteLink {
  /** The id of the footnote's list item; of a back link, the id of the block with the reference. */
  anchor: string;
  isBackLink: boolean;
}

/**
 * The link that a TEXT node is. Rich content has no footnotes: a reference is superscript text that links to an item of
 * a list, and a footnote ends in an arrow that links to the block with the reference.
 */
export function findFootnoteLink(node: RichContentNode): FootnoteLink | undefined {
  if (node.type !== "TEXT") return undefined;
  const { text, decorations } = node.textData ?? {};
  if (typeof text !== "string" || !/^\S{1,20}$/.test(text) || !Array.isArray(decorations)) return undefined;
  const anchor = decorations.find((one) => one?.type === "LINK")?.linkData?.link?.anchor;
  if (typeof anchor !== "string" || anchor === "") return undefined;
  const isBackLink = /^↩\d*$/.test(text);
  const isReference = decorations.some((one) => one?.type === "SUPERSCRIPT" && one.superscriptData !== false);
  return isBackLink || isReference ? { anchor, isBackLink } : undefined;
}

const linkTo = (text: string, anchor: string, isBackLink: boolean): RichContentNode => ({
  ...{ type: "TEXT", id: "", nodes: [] },
  textData: {
    text,
    decorations: [
      { type: "LINK", linkData: { link: { anchor } } },
      ...(isBackLink ? [] : [{ type: "SUPERSCRIPT" as const, superscriptData: true }]),
    ],
  },
});

/** The reference to a footnote. */
export const createFootnoteReference = (number: number, anchor: string): RichContentNode =>
  linkTo(String(number), anchor, false);

/** The link at the end of a footnote. */
export const createBackLink = (anchor: string): RichContentNode => linkTo("↩", anchor, true);

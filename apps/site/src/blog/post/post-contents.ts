import type { RichContent } from "@porchlight/client/blog";

/** That of about 1,200 words. */
const minMinutes = 6;
const minHeadings = 3;

/**
 * Adds a table of contents to a long text with several headings, unless the author has placed one: after the
 * introduction, before the first heading.
 */
export function withContents<Content extends RichContent>(
  content: Content,
  minutesToRead: number | undefined,
): Content {
  if ((minutesToRead ?? 0) < minMinutes) return content;
  const { nodes } = content;
  if (nodes.some(({ type }) => type === "TOC")) return content;
  const first = nodes.findIndex(({ type }) => type === "HEADING");
  if (nodes.filter(({ type }) => type === "HEADING").length < minHeadings) return content;
  const contents = {
    type: "TOC",
    id: "contents",
    nodes: [],
    tocData: { includedHeadings: [1, 2], listStyle: "PLAIN" },
  };
  return { ...content, nodes: [...nodes.slice(0, first), contents, ...nodes.slice(first)] };
}

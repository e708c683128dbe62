import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { excerptOf, plainTextOf } from "../rich-content/plain-text.ts";

/** What decides who may read a post whole. */
export interface Audience {
  membersOnly: boolean;
  pricingPlanIds: readonly string[];
  /** Paragraphs of the beginning that everyone may read; none unless given. */
  previewTextParagraph: number | null;
}

export const isRestricted = ({ membersOnly, pricingPlanIds }: Audience): boolean =>
  membersOnly || pricingPlanIds.length > 0;

/**
 * The text of a post as its columns hold it: what everyone may see in those that everything reads, the whole apart.
 *
 * @param ownExcerpt Whether the post has an excerpt that was written: it is for everyone.
 */
export function columnsForAudience(whole: RichContent, audience: Audience, ownExcerpt: boolean) {
  const text = storable(plainTextOf(whole.nodes));
  const restricted = isRestricted(audience);
  const shown = restricted ? beginningOf(whole, audience.previewTextParagraph ?? 0) : whole;
  return {
    rich_content: JSON.stringify(shown),
    content_text: restricted ? storable(plainTextOf(shown.nodes)) : text,
    members_content: restricted ? JSON.stringify(whole) : null,
    members_text: restricted ? text : null,
    ...(!ownExcerpt && { excerpt: shown.nodes.length === 0 ? "" : storable(excerptOf(shown)) }),
  };
}

/** PostgreSQL has no NUL in texts; Markdown replaces it the same way. */
const storable = (text: string): string => text.replaceAll("\0", "\uFFFD");

/** A document up to the end of so many paragraphs. */
function beginningOf({ nodes, ...document }: RichContent, paragraphs: number): RichContent {
  let end = 0;
  for (let left = paragraphs; left > 0 && end < nodes.length; end += 1)
    if (nodes[end]?.type === "PARAGRAPH" && nodes[end]?.nodes.length) left -= 1;
  return { ...document, nodes: nodes.slice(0, end) };
}

import { excerptOf, plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";

/** Who may read the full text of a post. */
export interface Audience {
  membersOnly: boolean;
  pricingPlanIds: readonly string[];
  /** Number of leading paragraphs that are public. Default: 0. */
  previewTextParagraph: number | null;
}

export const isRestricted = ({ membersOnly, pricingPlanIds }: Audience): boolean =>
  membersOnly || pricingPlanIds.length > 0;

/**
 * The text columns of a post: the public text in the columns that every read uses, the full text of a restricted post
 * in separate ones.
 *
 * @param hasCustomExcerpt Whether the post has an excerpt by its author, which is always public.
 */
export function columnsForAudience(fullContent: RichContent, audience: Audience, hasCustomExcerpt: boolean) {
  const text = withoutNul(plainTextOf(fullContent.nodes));
  const restricted = isRestricted(audience);
  const visibleContent = restricted ? previewOf(fullContent, audience.previewTextParagraph ?? 0) : fullContent;
  return {
    rich_content: JSON.stringify(visibleContent),
    content_text: restricted ? withoutNul(plainTextOf(visibleContent.nodes)) : text,
    members_content: restricted ? JSON.stringify(fullContent) : null,
    members_text: restricted ? text : null,
    ...(!hasCustomExcerpt && {
      excerpt: visibleContent.nodes.length === 0 ? "" : withoutNul(excerptOf(visibleContent)),
    }),
  };
}

/** PostgreSQL text cannot contain NUL; Markdown replaces it in the same way. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\uFFFD");

/** A document up to the end of the given number of paragraphs. */
function previewOf({ nodes, ...document }: RichContent, paragraphs: number): RichContent {
  let end = 0;
  for (let remaining = paragraphs; remaining > 0 && end < nodes.length; end += 1)
    if (nodes[end]?.type === "PARAGRAPH" && nodes[end]?.nodes.length) remaining -= 1;
  return { ...document, nodes: nodes.slice(0, end) };
}

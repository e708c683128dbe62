import type { ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import { excerptOf, minutesToRead, plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type { Transaction } from "kysely";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { PostChange } from "../../../platform/db/tables/column-types.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { decompressRichContent } from "../../rich-content/compressed-rich-content.ts";
import { validateRichContent } from "../../rich-content/validate-rich-content.ts";
import { findDraftContent } from "../drafts-store.ts";
import { addDimensions, parseImage, parseMedia } from "./draft-media.ts";
import { type DraftChange, findMissing } from "./draft-writes-store.ts";

type Input = Partial<ParsedDraft>;

/** The draft to change; `undefined` for a new one. */
type Current = { id: string; ownExcerpt: boolean; excerpt: string; memberId: string | null } | undefined;

/**
 * Parses the new values of a post; the slug is resolved separately.
 *
 * @param field Path of the draft in the request.
 * @throws {InvalidArguments} for invalid values and references.
 */
export async function parseDraftInput(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  input: Input,
  field: string,
  current: Current,
): Promise<DraftChange> {
  const { publicUrl } = context.config;
  const richContent = parseRichContentInput(input, field, publicUrl);
  const values: PostChange = {
    ...parseSimpleFields(input, context.site.language),
    ...(input.heroImage !== undefined && {
      hero_image: input.heroImage && parseImage(input.heroImage, `${field}.heroImage`, publicUrl),
    }),
    ...(input.media !== undefined && { media: input.media && parseMedia(input.media, `${field}.media`, publicUrl) }),
    ...(await parseExcerpt(tx, context, input, richContent, current)),
  };
  // Pages show the hero image; media without one sets it too.
  const { wixMedia } = values.media ?? {};
  if (wixMedia?.image) wixMedia.image = await addDimensions(tx, context.site.id, wixMedia.image);
  if (wixMedia?.image && input.heroImage === undefined) values.hero_image = wixMedia.image;
  else if (values.hero_image) values.hero_image = await addDimensions(tx, context.site.id, values.hero_image);
  if (richContent) {
    values.content_text = plainTextOf(richContent.nodes);
    values.minutes_to_read = minutesToRead(values.content_text);
  }
  await validateReferences(tx, context.site.id, input, field, current);
  return { values, richContent };
}

/** Fields that are stored without conversion. */
function parseSimpleFields(input: Input, siteLanguage: string): PostChange {
  const { seoData } = input;
  return {
    ...(input.title !== undefined && { title: input.title?.trim() ?? "" }),
    ...(input.seoSlug !== undefined && { seo_slug: input.seoSlug?.trim() || null }),
    ...(input.language !== undefined && { language: input.language ?? siteLanguage }),
    ...(input.featured !== undefined && { featured: input.featured ?? false }),
    ...(input.membersOnly !== undefined && { members_only: input.membersOnly ?? false }),
    ...(input.commentingEnabled !== undefined && { commenting_enabled: input.commentingEnabled ?? true }),
    ...(input.memberId !== undefined && { member_id: input.memberId }),
    ...(input.authors !== undefined && { authors: input.authors ?? [] }),
    ...(input.hashtags !== undefined && { hashtags: input.hashtags ?? [] }),
    ...(input.categoryIds !== undefined && { category_ids: input.categoryIds ?? [] }),
    ...(input.tagIds !== undefined && { tag_ids: input.tagIds ?? [] }),
    ...(input.relatedPostIds !== undefined && { related_post_ids: input.relatedPostIds ?? [] }),
    ...(input.pricingPlanIds !== undefined && { pricing_plan_ids: input.pricingPlanIds ?? [] }),
    ...(input.previewTextParagraph !== undefined && { preview_text_paragraph: input.previewTextParagraph }),
    ...(input.firstPublishedDate !== undefined && {
      first_published_at: input.firstPublishedDate && new Date(input.firstPublishedDate).toISOString(),
    }),
    ...(seoData !== undefined && { seo_data: { ...seoData, tags: seoData?.tags ?? [] } }),
  };
}

function parseRichContentInput(
  { richContent, richContentCompressed: compressed }: Input,
  field: string,
  publicUrl: string,
): RichContent | undefined {
  if (compressed == null) return parseRichContent(richContent, `${field}.richContent`, publicUrl);
  const path = `${field}.richContentCompressed`;
  if (richContent != null)
    throw new InvalidArguments([violation(path, "must be absent if richContent is present", "VALIDATION")]);
  const { nodes, ...others } = decompressRichContent(compressed, path);
  if (!Array.isArray(nodes))
    throw new InvalidArguments([violation(`${path}.nodes`, "must be a list of nodes", "REQUIRED_FIELD")]);
  return parseRichContent({ ...others, nodes }, path, publicUrl);
}

/**
 * Validates a document for storage: `undefined` stays, `null` becomes an empty one.
 *
 * @throws {InvalidArguments}
 */
export function parseRichContent(
  document: ParsedDraft["richContent"],
  field: string,
  publicUrl: string,
): RichContent | undefined {
  if (document === undefined) return undefined;
  if (document === null) return { nodes: [] };
  const validated = validateRichContent(document, field);
  // URLs of this server's files are stored as paths, so that the site may move.
  const text = JSON.stringify(validated);
  const ownUrlPrefix = `"url":"${publicUrl}${mediaPath}`;
  return text.includes(ownUrlPrefix) ? JSON.parse(text.replaceAll(ownUrlPrefix, `"url":"${mediaPath}`)) : validated;
}

/** Default excerpt: the start of the text. */
async function parseExcerpt(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { excerpt }: Input,
  richContent: RichContent | undefined,
  current: Current,
): Promise<PostChange> {
  // A generated excerpt that is sent back unchanged is not a custom excerpt.
  const isUnchanged = excerpt != null && current?.ownExcerpt === false && excerpt === current.excerpt;
  if (excerpt?.trim() && !isUnchanged) return { excerpt, own_excerpt: true };
  if (isUnchanged && !richContent) return {};
  if (excerpt === undefined && current?.ownExcerpt) return {};
  if (excerpt === undefined && current && !richContent) return {};
  const content = richContent ?? (current && (await findDraftContent(tx, context.site.id, current.id)));
  return { excerpt: content ? excerptOf(content) : "", own_excerpt: false };
}

/**
 * @throws {InvalidArguments} for categories, tags, posts, and members that do not exist, except an unchanged author.
 */
async function validateReferences(
  tx: Transaction<Tables>,
  siteId: string,
  { categoryIds, tagIds, relatedPostIds, memberId }: Input,
  field: string,
  current: Current,
): Promise<void> {
  const violations = [];
  for (const [name, ids, table, what] of [
    ["categoryIds", categoryIds, "categories", "category"],
    ["tagIds", tagIds, "tags", "tag"],
    ["relatedPostIds", relatedPostIds, "posts", "post"],
  ] as const) {
    if (!ids) continue;
    for (const missing of await findMissing(tx, siteId, table, ids))
      violations.push(
        violation(`${field}.${name}.${ids.indexOf(missing)}`, `must be the id of a ${what} of this site`, "OTHER"),
      );
  }
  const isNewAuthor = memberId != null && memberId.toLowerCase() !== current?.memberId;
  if (isNewAuthor && (await findMissing(tx, siteId, "members", [memberId])).length > 0)
    violations.push(violation(`${field}.memberId`, "must be the id of a member of this site", "OTHER"));
  const selfIndex = current ? (relatedPostIds ?? []).findIndex((one) => one.toLowerCase() === current.id) : -1;
  if (selfIndex >= 0)
    violations.push(violation(`${field}.relatedPostIds.${selfIndex}`, "must not be the post itself", "OTHER"));
  if (violations.length > 0) throw new InvalidArguments(violations);
}

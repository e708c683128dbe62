import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import { type RawBuilder, sql } from "kysely";
import { isoDate, type PostJsonSql, postPath, type UrlBases, withMediaBase } from "../posts/post-json-sql.ts";
import type { PostOwner } from "./authorize-writer.ts";

/** Columns in every response; columns without a value are left out. */
const coreColumns = sql`
  p.id,
  p.title,
  p.slug,
  p.seo_slug as "seoSlug",
  p.featured,
  p.pinned,
  p.category_ids as "categoryIds",
  p.tag_ids as "tagIds",
  p.hashtags,
  p.related_post_ids as "relatedPostIds",
  p.pricing_plan_ids as "pricingPlanIds",
  p.commenting_enabled as "commentingEnabled",
  p.minutes_to_read as "minutesToRead",
  p.language,
  p.member_id as "memberId",
  p.authors,
  p.translation_id as "translationId",
  p.preview_text_paragraph as "previewTextParagraph",
  p.members_only as "membersOnly",
  p.status,
  p.has_edits as "hasUnpublishedChanges",
  p.revision::text as revision,
  p.origin as "changeOrigin",
  p.moderation as "moderationDetails",
  ${isoDate(sql`p.created_at`)} as "createdDate",
  ${isoDate(sql`p.updated_at`)} as "editedDate",
  ${isoDate(sql`p.first_published_at`)} as "firstPublishedDate",
  ${isoDate(sql`p.last_published_at`)} as "lastPublishedDate",
  ${isoDate(sql`p.scheduled_at`)} as "scheduledPublishDate"`;

/** SQL for a draft as JSON text, over `draft_posts p`. Input of writers is returned as stored, including null. */
export function serializeDraft(fieldsets: readonly DraftFieldset[], bases: UrlBases): PostJsonSql {
  const columns = [coreColumns];
  if (fieldsets.includes("URL"))
    columns.push(sql`json_build_object('base', ${bases.pages}::text, 'path', ${postPath}::text || p.slug) as url`);
  if (fieldsets.includes("CONTENT")) columns.push(sql`p.content_text as "contentText"`);
  columns.push(
    fieldsets.includes("GENERATED_EXCERPT")
      ? sql`p.excerpt`
      : sql`case when p.own_excerpt then p.excerpt end as excerpt`,
  );
  const texts = [
    sql`'"seoData":' || p.seo_data || ','`,
    sql`coalesce('"heroImage":' || ${withMediaBase(sql`p.hero_image`, bases.media, " ")} || ',', '')`,
    sql`coalesce('"media":' || ${withMediaBase(sql`p.media`, bases.media, " ")} || ',', '')`,
  ];
  if (fieldsets.includes("RICH_CONTENT"))
    texts.push(sql`'"richContent":' || ${withMediaBase(sql`p.rich_content`, bases.media, "")} || ','`);
  return {
    json: sql`'{' || ${sql.join(texts, sql` || `)} || "right"(json_strip_nulls(row_to_json(told))::text, -1)`,
    join: sql`cross join lateral (select ${sql.join(columns)}) told`,
  };
}

export interface DraftScope {
  /** Whether to select drafts in the trash instead of the others. */
  trashed: boolean;
  /** Only posts of this person. */
  owner?: PostOwner | undefined;
}

const ownerColumns = { member: sql`p.member_id`, staff: sql`p.staff_id` };

/** Condition on `draft_posts p`. */
export function isInScope(siteId: string, { trashed, owner }: DraftScope): RawBuilder<boolean> {
  const owned = owner === undefined ? sql`` : sql` and ${ownerColumns[owner.kind]} = ${owner.id}`;
  return sql<boolean>`p.site_id = ${siteId} and p.status ${trashed ? sql`=` : sql`<>`} 'DELETED'${owned}`;
}

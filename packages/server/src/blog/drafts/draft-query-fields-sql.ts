import { type RawBuilder, sql } from "kysely";
import type { SortKey } from "../../platform/db/pagination/keyset-page.ts";
import {
  arrayField,
  booleanField,
  dateField,
  integerField,
  longTextField,
  nullableTextField,
  nullableUuidField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";

/** Dates have millisecond precision on the wire. Rows without a date come first in ascending order. */
const optionalDate = (column: RawBuilder<unknown>): QueryField => ({
  kind: "scalar",
  type: "date",
  column: sql`date_trunc('milliseconds', ${column})`,
  sort: { column: sql`coalesce(${column}, '-infinity'::timestamptz)`, type: sql`timestamptz` },
});

/** Fields that a query of drafts may use, over `draft_posts p`. Source: entities.md, DraftPost. */
export const draftQueryFields: QueryFields = new Map<string, QueryField>([
  ["id", uuidField(sql`p.id`)],
  ["title", textField(sql`p.title`)],
  ["excerpt", textField(sql`p.excerpt`)],
  ["contentText", longTextField(sql`p.content_text`)],
  ["slug", textField(sql`p.slug`)],
  ["seoSlug", nullableTextField(sql`p.seo_slug`)],
  ["language", textField(sql`p.language`)],
  ["status", textField(sql`p.status`)],
  ["changeOrigin", textField(sql`p.origin`)],
  ["memberId", nullableUuidField(sql`p.member_id`)],
  ["translationId", nullableUuidField(sql`p.translation_id`)],
  ["createdDate", dateField(sql`date_trunc('milliseconds', p.created_at)`)],
  [
    "editedDate",
    {
      kind: "scalar",
      type: "date",
      column: sql`date_trunc('milliseconds', p.updated_at)`,
      sort: { column: sql`p.updated_at`, type: sql`timestamptz` },
    },
  ],
  ["firstPublishedDate", optionalDate(sql`p.first_published_at`)],
  ["lastPublishedDate", optionalDate(sql`p.last_published_at`)],
  ["scheduledPublishDate", optionalDate(sql`p.scheduled_at`)],
  ["featured", booleanField(sql`p.featured`)],
  ["membersOnly", booleanField(sql`p.members_only`)],
  ["pinned", booleanField(sql`p.pinned`)],
  ["commentingEnabled", booleanField(sql`p.commenting_enabled`)],
  ["hasUnpublishedChanges", booleanField(sql`p.has_edits`)],
  ["minutesToRead", integerField(sql`p.minutes_to_read`)],
  ["authors", arrayField(sql`p.authors`, "text")],
  ["hashtags", arrayField(sql`p.hashtags`, "text")],
  ["categoryIds", arrayField(sql`p.category_ids`, "uuid")],
  ["tagIds", arrayField(sql`p.tag_ids`, "uuid")],
  ["relatedPostIds", arrayField(sql`p.related_post_ids`, "uuid")],
  ["pricingPlanIds", arrayField(sql`p.pricing_plan_ids`, "uuid")],
]);

/** By last change; an index serves this order. */
export const editedDateOrder = (descending: boolean): SortKey[] => [
  { column: sql`p.updated_at`, type: sql`timestamptz`, descending },
  { column: sql`p.id`, type: sql`uuid`, descending },
];

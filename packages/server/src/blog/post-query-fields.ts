import { sql } from "kysely";
import {
  arrayField,
  booleanField,
  dateField,
  integerField,
  linksField,
  longTextField,
  nullableUuidField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../db/query/query-fields.ts";

const noIds = arrayField(sql`'{}'::uuid[]`, "uuid");

/** What a query of posts may name, over `posts p`. Source: entities.md, Post. */
export const postQueryFields: QueryFields = new Map<string, QueryField>([
  ["id", uuidField(sql`p.id`)],
  ["title", textField(sql`p.title`)],
  ["excerpt", textField(sql`p.excerpt`)],
  ["contentText", longTextField(sql`p.content_text`)],
  ["slug", textField(sql`p.slug`)],
  ["language", textField(sql`p.language`)],
  ["memberId", nullableUuidField(sql`p.member_id`)],
  ["firstPublishedDate", dateField(sql`p.first_published_at`)],
  ["lastPublishedDate", dateField(sql`coalesce(p.last_published_at, p.first_published_at)`)],
  ["createdDate", dateField(sql`date_trunc('milliseconds', p.created_at)`)],
  ["featured", booleanField(sql`p.featured`)],
  ["pinned", booleanField(sql`p.pinned`)],
  ["commentingEnabled", booleanField(sql`p.commenting_enabled`)],
  ["minutesToRead", integerField(sql`p.minutes_to_read`)],
  ["metrics.comments", integerField(sql`p.comment_count`)],
  ["metrics.likes", integerField(sql`p.like_count`)],
  ["metrics.views", integerField(sql`p.view_count`)],
  ["hashtags", arrayField(sql`p.hashtags`, "text")],
  ["authors", arrayField(sql`p.authors`, "text")],
  [
    "categoryIds",
    linksField(sql`from post_categories c where c.site_id = p.site_id and c.post_id = p.id`, sql`c.category_id`),
  ],
  ["tagIds", linksField(sql`from post_tags t where t.site_id = p.site_id and t.post_id = p.id`, sql`t.tag_id`)],
  ["relatedPostIds", noIds],
  ["pricingPlanIds", noIds],
]);

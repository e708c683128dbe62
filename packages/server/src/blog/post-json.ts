import type { PostFieldset } from "@porchlight/contract/blog/post-status";
import { type RawBuilder, sql } from "kysely";
import { mediaPath } from "../media/media-folder.ts";

/** Path of a post below the site's address; the slug follows. */
export const postPath = "/blog/";

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
export function isoDate(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** What every answer tells of a post. */
const core = sql`json_build_object(
  'id', p.id,
  'title', p.title,
  'excerpt', p.excerpt,
  'firstPublishedDate', ${isoDate(sql`p.first_published_at`)},
  'lastPublishedDate', ${isoDate(sql`coalesce(p.last_published_at, p.first_published_at)`)},
  'slug', p.slug,
  'featured', p.featured,
  'pinned', p.pinned,
  'categoryIds', array(
    select c.category_id from post_categories c
    where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id),
  'authors', p.authors,
  'hashtags', p.hashtags,
  'commentingEnabled', p.commenting_enabled,
  'minutesToRead', p.minutes_to_read,
  'tagIds', array(
    select t.tag_id from post_tags t
    where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id),
  'relatedPostIds', '[]'::json,
  'pricingPlanIds', '[]'::json,
  'language', p.language,
  'preview', false,
  'hasUnpublishedChanges', false)::text`;

const member = sql`case when p.member_id is null then '' else ',"memberId":"' || p.member_id || '"' end`;

/** Where addresses in an answer begin, without a slash at the end. */
export interface AddressBases {
  /** Pages of the blog. */
  pages: string;
  /** Files of this server, which are stored by their path. */
  media: string;
}

/**
 * Makes addresses of files absolute in JSON text, so that readers on another origin find them. `space` is what the text has after
 * colons. Within a string the quotes would be escaped, so that nothing else is found.
 */
function withMediaBase(json: RawBuilder<unknown>, base: string, space: "" | " "): RawBuilder<unknown> {
  const before = `"url":${space}"`;
  return sql`replace(${json}::text, ${before + mediaPath}::text, ${before}::text || ${base}::text || ${mediaPath}::text)`;
}

function mediaJson(base: string): RawBuilder<unknown> {
  // A jsonb column has spaces of its own, whatever was stored.
  const image = withMediaBase(sql`p.hero_image`, base, " ");
  return sql`case
  when p.hero_image is null then ',"media":{"displayed":false,"custom":false}'
  else ',"heroImage":' || ${image}
    || ',"media":{"wixMedia":{"image":' || ${image} || '},"displayed":true,"custom":false}'
  end`;
}

/** Members of the answer that are told on demand. Posts have no contacts and no reference ids of another system. */
function fieldsetJson(fieldset: PostFieldset, bases: AddressBases): RawBuilder<unknown> | undefined {
  switch (fieldset) {
    case "URL":
      return sql`',"url":' || json_build_object('base', ${bases.pages}::text, 'path', ${postPath}::text || p.slug)::text`;
    case "CONTENT_TEXT":
      return sql`',"contentText":' || to_json(p.content_text)::text`;
    case "METRICS":
      return sql`',"metrics":' || json_build_object(
        'comments', p.comment_count, 'likes', p.like_count, 'views', p.view_count)::text`;
    case "SEO":
      return sql`',"seoData":' || p.seo_data::text`;
    case "RICH_CONTENT":
      return sql`',"richContent":' || ${withMediaBase(sql`p.rich_content`, bases.media, "")}`;
    case "CONTACT_ID":
    case "REFERENCE_ID":
      return undefined;
  }
}

/**
 * Expression over a row `p` of posts that gives the post as JSON text. The parts are joined as text: members without a value
 * are left out at no cost, and rich content is handed out without being read.
 */
export function postJson(fieldsets: readonly PostFieldset[], bases: AddressBases): RawBuilder<unknown> {
  const extras = fieldsets.flatMap((fieldset) => fieldsetJson(fieldset, bases) ?? []);
  return sql`"left"(${core}, -1) || ${sql.join([member, mediaJson(bases.media), ...extras], sql` || `)} || '}'`;
}

import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { type RawBuilder, sql } from "kysely";

/** Path of a post's page, followed by the slug. */
export const postPath = "/blog/";

/** ISO 8601 in UTC with milliseconds, the format of `Date.prototype.toISOString`. */
export function isoDate(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Columns of a post in every response. */
const coreColumns = sql`
  p.id,
  p.title,
  p.excerpt,
  ${isoDate(sql`p.first_published_at`)} as "firstPublishedDate",
  ${isoDate(sql`coalesce(p.last_published_at, p.first_published_at)`)} as "lastPublishedDate",
  p.slug,
  p.featured,
  p.pinned,
  array(
    select c.category_id from post_categories c
    where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id) as "categoryIds",
  p.authors,
  p.hashtags,
  p.commenting_enabled as "commentingEnabled",
  p.members_only as "membersOnly",
  p.minutes_to_read as "minutesToRead",
  array(
    select t.tag_id from post_tags t
    where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id) as "tagIds",
  case when p.related_post_ids = '{}' then p.related_post_ids else published_posts(p.site_id, p.related_post_ids) end
    as "relatedPostIds",
  p.pricing_plan_ids as "pricingPlanIds",
  p.language,
  false as "hasUnpublishedChanges"`;

const optionalMembers = sql`case when p.member_id is null then '' else '"memberId":"' || p.member_id || '",' end
  || case when p.translation_id is null then '' else '"translationId":"' || p.translation_id || '",' end`;

/** Who reads a post: visitors get a preview of members-only posts, members also of posts with pricing plans. */
export type ReaderKind = "visitor" | "member" | "editor";

/** Condition on `posts p`: the reader may read the whole post. */
export const hasFullAccess: Record<ReaderKind, RawBuilder<boolean>> = {
  visitor: sql`p.members_text is null`,
  member: sql`(p.members_text is null or p.pricing_plan_ids = '{}')`,
  editor: sql`true`,
};

/** A text column: the full text if the reader may have it, else the public text. */
const textColumn = (reader: ReaderKind, shown: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  reader === "visitor"
    ? shown
    : sql`case when ${hasFullAccess[reader]} then coalesce(${whole}, ${shown}) else ${shown} end`;

/** The rich content of `posts p` as JSON, as far as the reader may see it. */
export const richContentColumn = (reader: ReaderKind): RawBuilder<unknown> =>
  textColumn(reader, sql`p.rich_content`, sql`p.members_content`);

/** Site and time of a read. Posts with a later date are invisible. */
export interface Visibility {
  siteId: string;
  at: Date;
}

/** Base URLs in responses, without a trailing slash. */
export interface UrlBases {
  /** Base of blog pages. */
  pages: string;
  /** Base of uploaded files, which are stored with their path. */
  media: string;
}

/**
 * Makes URLs of uploaded files in JSON text absolute, for readers on other origins. Quotes within strings are escaped,
 * so that only members are matched.
 *
 * @param space What follows colons in the text.
 */
export function withMediaBase(json: RawBuilder<unknown>, base: string, space: "" | " "): RawBuilder<unknown> {
  const before = `"url":${space}"`;
  return sql`replace(${json}::text, ${sql.lit(before + mediaPath)}, ${sql.lit(before)} || ${base}::text || ${sql.lit(mediaPath)})`;
}

function mediaJson(base: string): RawBuilder<unknown> {
  // PostgreSQL prints a space after each colon of jsonb.
  const image = withMediaBase(sql`p.hero_image`, base, " ");
  return sql`case
  when p.media is not null then coalesce('"heroImage":' || ${image} || ',', '')
    || '"media":' || ${withMediaBase(sql`p.media`, base, " ")} || ','
  when p.hero_image is null then '"media":{"displayed":false,"custom":false},'
  else '"heroImage":' || ${image}
    || ',"media":{"wixMedia":{"image":' || ${image} || '},"displayed":true,"custom":false},'
  end`;
}

/** Expression over `posts p`: the average rating to two decimals, or null. */
export const averageRating = sql`round(p.rating_sum::numeric / nullif(p.rating_count, 0), 2)`;

const counters = sql`'comments', p.comment_count, 'likes', p.like_count, 'views', p.view_count`;
/** Expression over `posts p`: its counters. Ratings are left out until there are some. */
export const metricsJson: RawBuilder<unknown> = sql`case p.rating_count when 0 then json_build_object(${counters})
  else json_build_object(${counters}, 'ratings', p.rating_count, 'averageRating', ${averageRating}) end`;

/** Column of an optional fieldset. Posts have no contacts and no reference ids. */
function fieldsetColumn(fieldset: PostFieldset, bases: UrlBases, reader: ReaderKind): RawBuilder<unknown> | undefined {
  switch (fieldset) {
    case "URL":
      return sql`json_build_object('base', ${bases.pages}::text, 'path', ${sql.lit(postPath)} || p.slug) as url`;
    case "CONTENT_TEXT":
      return sql`${textColumn(reader, sql`p.content_text`, sql`p.members_text`)} as "contentText"`;
    case "METRICS":
      return sql`${metricsJson} as metrics`;
    case "SEO":
      return sql`p.seo_data as "seoData"`;
    case "RICH_CONTENT":
    case "CONTACT_ID":
    case "REFERENCE_ID":
      return undefined;
  }
}

/** SQL that serializes a post. */
export interface PostJsonSql {
  /** Expression for the post as JSON text. */
  json: RawBuilder<unknown>;
  /** Join that `json` requires after `posts p`. */
  join: RawBuilder<unknown>;
}

/**
 * SQL for a post as JSON text. Most members come from `row_to_json`, which is faster than `json_build_object`. Members
 * that may be absent and stored JSON are prepended as text.
 */
export function serializePost(
  fieldsets: readonly PostFieldset[],
  bases: UrlBases,
  reader: ReaderKind = "visitor",
): PostJsonSql {
  const preview = sql`not ${hasFullAccess[reader]} as preview`;
  const columns = [
    coreColumns,
    preview,
    ...fieldsets.flatMap((fieldset) => fieldsetColumn(fieldset, bases, reader) ?? []),
  ];
  const texts = [optionalMembers, mediaJson(bases.media)];
  if (fieldsets.includes("RICH_CONTENT"))
    texts.push(sql`'"richContent":' || ${withMediaBase(richContentColumn(reader), bases.media, "")} || ','`);
  return {
    // Drops the first bracket of the row: dropping the last one would make PostgreSQL scan the whole text.
    json: sql`'{' || ${sql.join(texts, sql` || `)} || "right"(row_to_json(members)::text, -1)`,
    join: sql`cross join lateral (select ${sql.join(columns)}) members`,
  };
}

import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { type RawBuilder, sql } from "kysely";
import { mediaPath } from "../../platform/storage/file-store.ts";

/** Path of a post below the site's address; the slug follows. */
export const postPath = "/blog/";

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
export function isoDate(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** What every answer tells of a post, as columns. */
const core = sql`
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

const optional = sql`case when p.member_id is null then '' else '"memberId":"' || p.member_id || '",' end
  || case when p.translation_id is null then '' else '"translationId":"' || p.translation_id || '",' end`;

/** Who is told of a post: of one that is for members everyone else gets the beginning, of one with plans all but editors. */
export type ReaderKind = "visitor" | "member" | "editor";

const isWholeFor: Record<ReaderKind, RawBuilder<boolean>> = {
  visitor: sql`p.members_text is null`,
  member: sql`(p.members_text is null or p.pricing_plan_ids = '{}')`,
  editor: sql`true`,
};

/** A column of the text: the whole where the reader may have it. */
const textFor = (reader: ReaderKind, shown: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  reader === "visitor"
    ? shown
    : sql`case when ${isWholeFor[reader]} then coalesce(${whole}, ${shown}) else ${shown} end`;

/** The text of `posts p` as JSON, as far as it is for the reader. */
export const richContentFor = (reader: ReaderKind): RawBuilder<unknown> =>
  textFor(reader, sql`p.rich_content`, sql`p.members_content`);

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
export function withMediaBase(json: RawBuilder<unknown>, base: string, space: "" | " "): RawBuilder<unknown> {
  const before = `"url":${space}"`;
  return sql`replace(${json}::text, ${sql.lit(before + mediaPath)}, ${sql.lit(before)} || ${base}::text || ${sql.lit(mediaPath)})`;
}

function mediaJson(base: string): RawBuilder<unknown> {
  // A jsonb column has spaces of its own, whatever was stored.
  const image = withMediaBase(sql`p.hero_image`, base, " ");
  return sql`case
  when p.media is not null then coalesce('"heroImage":' || ${image} || ',', '')
    || '"media":' || ${withMediaBase(sql`p.media`, base, " ")} || ','
  when p.hero_image is null then '"media":{"displayed":false,"custom":false},'
  else '"heroImage":' || ${image}
    || ',"media":{"wixMedia":{"image":' || ${image} || '},"displayed":true,"custom":false},'
  end`;
}

/** To two decimals, or null; over `posts p`. */
export const averageRating = sql`round(p.rating_sum::numeric / nullif(p.rating_count, 0), 2)`;

const figures = sql`'comments', p.comment_count, 'likes', p.like_count, 'views', p.view_count`;
/** What is counted of a post. Ratings are told once there are some. */
export const metricsJson: RawBuilder<unknown> = sql`case p.rating_count when 0 then json_build_object(${figures})
  else json_build_object(${figures}, 'ratings', p.rating_count, 'averageRating', ${averageRating}) end`;

/** What is told on demand, as columns. Posts have no contacts and no reference ids of another system. */
function fieldsetColumn(
  fieldset: PostFieldset,
  bases: AddressBases,
  reader: ReaderKind,
): RawBuilder<unknown> | undefined {
  switch (fieldset) {
    case "URL":
      return sql`json_build_object('base', ${bases.pages}::text, 'path', ${sql.lit(postPath)} || p.slug) as url`;
    case "CONTENT_TEXT":
      return sql`${textFor(reader, sql`p.content_text`, sql`p.members_text`)} as "contentText"`;
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

export interface ToldPost {
  /** Expression that gives the post as JSON text. */
  json: RawBuilder<unknown>;
  /** What has to be joined to `posts p` for it. */
  join: RawBuilder<unknown>;
}

/**
 * A post as JSON text. Most members are the columns of a row, which becomes JSON faster than a list of names and values does.
 * Text in front of them are those that are left out without a value, and what is handed out without being read as JSON.
 */
export function tellPost(
  fieldsets: readonly PostFieldset[],
  bases: AddressBases,
  reader: ReaderKind = "visitor",
): ToldPost {
  const preview = sql`not ${isWholeFor[reader]} as preview`;
  const columns = [core, preview, ...fieldsets.flatMap((fieldset) => fieldsetColumn(fieldset, bases, reader) ?? [])];
  const texts = [optional, mediaJson(bases.media)];
  if (fieldsets.includes("RICH_CONTENT"))
    texts.push(sql`'"richContent":' || ${withMediaBase(richContentFor(reader), bases.media, "")} || ','`);
  return {
    // The row loses its first bracket: to take the last one away, PostgreSQL would walk through the whole text.
    json: sql`'{' || ${sql.join(texts, sql` || `)} || "right"(row_to_json(told)::text, -1)`,
    join: sql`cross join lateral (select ${sql.join(columns)}) told`,
  };
}

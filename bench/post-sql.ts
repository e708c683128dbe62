/** Statements of the bare server. Responses equal the product's except for cursors and search results. */

/** The JSON of a post without member and hero image, as in the benchmark. */
const columns = `
  p.id,
  p.title,
  p.excerpt,
  to_char(p.first_published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstPublishedDate",
  to_char(p.last_published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastPublishedDate",
  p.slug,
  p.featured,
  p.pinned,
  array(
    select category_id from post_categories c where c.site_id = p.site_id and c.post_id = p.id order by position, category_id
  ) as "categoryIds",
  p.authors,
  p.hashtags,
  p.commenting_enabled as "commentingEnabled",
  p.members_only as "membersOnly",
  p.minutes_to_read as "minutesToRead",
  array(select tag_id from post_tags t where t.site_id = p.site_id and t.post_id = p.id order by position, tag_id) as "tagIds",
  '[]'::json as "relatedPostIds",
  '[]'::json as "pricingPlanIds",
  p.language,
  false as preview,
  false as "hasUnpublishedChanges",
  '{"displayed":false,"custom":false}'::json as media`;

const visible = "p.site_id = $1 and p.status = 'PUBLISHED' and p.first_published_at <= now()";

const post = (more = "") =>
  `row_to_json(shown)::text as post from posts p cross join lateral (select ${columns}${more}) shown`;
const richContent = ', p.rich_content as "richContent"';

/** Site → the 20 newest posts, pinned ones first, and their total. A literal limit allows a generic plan. */
const list = (more?: string) => `
  select '{"posts":[' || string_agg(page.post, ',') || '],"metaData":{"count":' || count(*) || ',"offset":0,"total":' ||
    (select count(*) from posts p where ${visible}) || '}}' as body
  from (select ${post(more)} where ${visible} order by p.pinned desc, p.first_published_at desc, p.id desc limit 20) page`;
export const barePosts = list();
export const bareRichPosts = list(richContent);

/** Site, slug → the post with its text. */
export const barePostBySlug = `
  select '{"post":' || post || '}' as body from (select ${post(richContent)} where ${visible} and p.slug = $2 limit 1) found`;

/** Site, category, views → the 20 most viewed posts of a category with at least this many views. */
export const barePostQuery = `
  select '{"posts":[' || string_agg(page.post, ',') || '],"pagingMetadata":{"count":' || count(*) || ',"hasNext":true}}' as body
  from (
    select ${post()} where ${visible} and p.view_count >= $3 and exists (
      select from post_categories c where c.site_id = p.site_id and c.post_id = p.id and c.category_id = $2)
    order by p.view_count desc, p.id desc limit 20
  ) page`;

/** Site, words → the 20 best matches with their passages. */
export const barePostSearch = `
  with found as materialized (
    select s.post_id, s.published_at, ts_rank(s.document, to_tsquery('english', $2)) as rank
    from post_search s where s.site_id = $1 and s.configuration = 'english' and s.document @@ to_tsquery('english', $2)
    order by s.published_at desc limit 1000)
  select '{"results":[' || coalesce(string_agg(page.post, ','), '') || '],"total":' || (select count(*) from found) || '}' as body
  from (
    select json_build_object('post', row_to_json(shown), 'title', p.title,
      'passage', ts_headline('english', p.content_text, to_tsquery('english', $2), 'MinWords=20, MaxWords=32'))::text as post
    from (select * from found order by rank desc, published_at desc limit 20) best
      join posts p on p.site_id = $1 and p.id = best.post_id cross join lateral (select ${columns}) shown
  ) page`;

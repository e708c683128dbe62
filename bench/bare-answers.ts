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

/** Site → the 50 newest posts, pinned ones first, and their total. A literal limit allows a generic plan. */
export const bareListPosts = `
  select '{"posts":[' || string_agg(page.post, ',') || '],"metaData":{"count":' || count(*) || ',"offset":0,"total":' ||
    (select count(*) from posts p where ${visible}) || '}}' as body
  from (
    select row_to_json(told)::text as post
    from posts p cross join lateral (select ${columns}) told
    where ${visible} order by p.pinned desc, p.first_published_at desc, p.id desc limit 50
  ) page`;

/** Site, slug → the post with its text. */
export const bareGetPostBySlug = `
  select '{"post":' || row_to_json(told)::text || '}' as body
  from posts p cross join lateral (select ${columns}, p.rich_content as "richContent") told
  where ${visible} and p.slug = $2 limit 1`;

/** Site, category, views → the 20 most read posts of a category with at least this many views. */
export const bareQueryPosts = `
  select '{"posts":[' || string_agg(page.post, ',') || '],"pagingMetadata":{"count":' || count(*) || ',"hasNext":true}}' as body
  from (
    select row_to_json(told)::text as post
    from posts p cross join lateral (select ${columns}) told
    where ${visible} and p.view_count >= $3 and exists (
      select from post_categories c where c.site_id = p.site_id and c.post_id = p.id and c.category_id = $2)
    order by p.view_count desc, p.id desc limit 20
  ) page`;

/** Site, hashes of a refresh token and of its successor → the session, renewed. */
export const bareRenewal = `
  with replaced as (
    update refresh_tokens set used_at = coalesce(used_at, now())
    where site_id = $1 and token_hash = $2 and coalesce(used_at, now()) > now() - interval '10 seconds'
    returning session_id
  ), added as (
    insert into refresh_tokens (site_id, token_hash, session_id) select $1, $3, session_id from replaced
    on conflict do nothing
  )
  update sessions s set renewed_at = now(), expires_at = now() + interval '30 days'
  from replaced where s.site_id = $1 and s.id = replaced.session_id and s.revoked_at is null and s.expires_at > now()
  returning s.id as session_id, s.subject_id, s.app_id`;

/** A post in wire format of about 2 kB, for calls without a database. */
export const stubPost = JSON.stringify({
  post: {
    id: "01980000-0000-7000-8000-000000000001",
    title: "A post of the stub server",
    excerpt: "How it begins",
    firstPublishedDate: "2026-05-06T07:08:09.123Z",
    lastPublishedDate: "2026-05-06T07:08:09.123Z",
    slug: "a-post-of-the-stub-server",
    featured: false,
    pinned: false,
    categoryIds: ["01980000-0000-7000-8000-000000000002"],
    authors: ["Ana Lima"],
    hashtags: ["lamps"],
    commentingEnabled: true,
    minutesToRead: 2,
    tagIds: ["01980000-0000-7000-8000-000000000003"],
    relatedPostIds: [],
    pricingPlanIds: [],
    language: "en",
    preview: false,
    hasUnpublishedChanges: false,
    media: { displayed: false, custom: false },
    contentText: "What burns at night has to be filled by day. ".repeat(30),
  },
});

/** What every answer tells of a post, written out for posts without member and hero image, as the benchmark's are. */
const members = `
  'id', p.id,
  'title', p.title,
  'excerpt', p.excerpt,
  'firstPublishedDate', to_char(p.first_published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'lastPublishedDate', to_char(p.last_published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'slug', p.slug,
  'featured', p.featured,
  'pinned', p.pinned,
  'categoryIds', array(
    select category_id from post_categories c where c.site_id = p.site_id and c.post_id = p.id order by position, category_id),
  'authors', p.authors,
  'hashtags', p.hashtags,
  'commentingEnabled', p.commenting_enabled,
  'minutesToRead', p.minutes_to_read,
  'tagIds', array(select tag_id from post_tags t where t.site_id = p.site_id and t.post_id = p.id order by position, tag_id),
  'relatedPostIds', '[]'::json,
  'pricingPlanIds', '[]'::json,
  'language', p.language,
  'preview', false,
  'hasUnpublishedChanges', false,
  'media', '{"displayed":false,"custom":false}'::json`;

const visible = "p.site_id = $1 and p.status = 'PUBLISHED' and p.first_published_at <= now()";

/** Site, number of posts → the newest posts, pinned ones first, and how many there are. */
export const bareListPosts = `
  select '{"posts":[' || string_agg(page.post, ',') || '],"metaData":{"count":' || count(*) || ',"offset":0,"total":' ||
    (select count(*) from posts p where ${visible}) || '}}' as body
  from (
    select json_build_object(${members})::text as post
    from posts p where ${visible} order by p.pinned desc, p.first_published_at desc, p.id desc limit $2
  ) page`;

/** Site, slug → the post with its text. */
export const bareGetPostBySlug = `
  select json_build_object('post', json_build_object(${members}, 'richContent', p.rich_content))::text as body
  from posts p where ${visible} and p.slug = $2 limit 1`;

/** Site, category, views, number of posts → the most read posts of a category that were read at least so often. */
export const bareQueryPosts = `
  select '{"posts":[' || string_agg(page.post, ',') || '],"pagingMetadata":{"count":' || count(*) || ',"hasNext":true}}' as body
  from (
    select json_build_object(${members})::text as post
    from posts p
    where ${visible} and p.view_count >= $3 and exists (
      select from post_categories c where c.site_id = p.site_id and c.post_id = p.id and c.category_id = $2)
    order by p.view_count desc, p.id desc limit $4
  ) page`;

/** Site, hashes of a refresh token and of its successor → the session, renewed. */
export const bareRenewal = `
  with replaced as (
    update refresh_tokens set replaced_at = coalesce(replaced_at, now())
    where site_id = $1 and token_hash = $2 and coalesce(replaced_at, now()) > now() - interval '10 seconds'
    returning session_id
  ), added as (
    insert into refresh_tokens (site_id, token_hash, session_id) select $1, $3, session_id from replaced
    on conflict do nothing
  )
  update sessions s set renewed_at = now(), expires_at = now() + interval '30 days'
  from replaced where s.site_id = $1 and s.id = replaced.session_id and s.revoked_at is null and s.expires_at > now()
  returning s.id as session_id, s.subject_id, s.app_id`;

/** A post as the wire has it, of about 2 kB, for calls that no database answers. */
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

-- What writers see of a post. Nothing here is on the way of visitors, who read columns of published posts as before.
alter table posts
  -- Moves with every change that a writer makes, so that two do not overwrite each other.
  add column revision bigint not null default 1,
  -- Changes of a published post that are not public yet: new values of columns, by name. Links go by category_ids and tag_ids.
  add column edits jsonb,
  -- The new text among them. json, as rich_content is.
  add column edited_content json,
  add column origin text not null default 'UNKNOWN',
  add column scheduled_at timestamptz,
  add column moderation jsonb,
  -- The slug that was asked for; without it the slug of a post that was never published follows the title.
  add column seo_slug text,
  -- Whether the excerpt was written, rather than taken from the text.
  add column own_excerpt boolean not null default true,
  add column media jsonb,
  add column translation_id uuid,
  add column related_post_ids uuid[] not null default '{}',
  add column pricing_plan_ids uuid[] not null default '{}',
  add column preview_text_paragraph integer,
  -- What a post in the trash goes back to.
  add column former_status text;

create index posts_edited on posts (site_id, updated_at desc, id desc);
-- What is not public is little beside what is, and listed by its status.
create index posts_not_public on posts (site_id, status, updated_at desc, id desc) where status <> 'PUBLISHED';
create index posts_due on posts (scheduled_at) where status = 'SCHEDULED';

-- Those of the posts that everybody may know of, in this order. As a function it is planned only where a post names others: as a part of
-- the statement that reads one post, it costs each reader.
create function published_posts(site uuid, ids uuid[]) returns uuid[] language sql stable as $$
  select array(
    select p.id from unnest(ids) with ordinality as wanted (id, place)
    join posts p on p.site_id = site and p.id = wanted.id
    where p.status = 'PUBLISHED' and p.first_published_at <= now() order by wanted.place)
$$;

-- Posts with the changes that are not public yet, under the names of the columns of posts.
create view draft_posts as
select
  p.site_id,
  p.id,
  p.status,
  p.former_status,
  p.revision,
  p.origin,
  p.pinned,
  p.created_at,
  p.updated_at,
  p.last_published_at,
  p.scheduled_at,
  p.moderation,
  p.translation_id,
  p.status = 'PUBLISHED' and p.edits is not null as has_edits,
  coalesce(p.edits ->> 'title', p.title) as title,
  coalesce(p.edits ->> 'slug', p.slug) as slug,
  coalesce(p.edits ->> 'excerpt', p.excerpt) as excerpt,
  coalesce((p.edits ->> 'own_excerpt')::boolean, p.own_excerpt) as own_excerpt,
  coalesce(p.edits ->> 'content_text', p.content_text) as content_text,
  coalesce(p.edited_content, p.rich_content) as rich_content,
  coalesce((p.edits ->> 'minutes_to_read')::integer, p.minutes_to_read) as minutes_to_read,
  coalesce(p.edits ->> 'language', p.language) as language,
  coalesce((p.edits ->> 'featured')::boolean, p.featured) as featured,
  coalesce((p.edits ->> 'commenting_enabled')::boolean, p.commenting_enabled) as commenting_enabled,
  coalesce(p.edits -> 'seo_data', p.seo_data) as seo_data,
  case when p.edits ? 'seo_slug' then p.edits ->> 'seo_slug' else p.seo_slug end as seo_slug,
  case when p.edits ? 'member_id' then (p.edits ->> 'member_id')::uuid else p.member_id end as member_id,
  case when p.edits ? 'hero_image' then nullif(p.edits -> 'hero_image', 'null') else p.hero_image end as hero_image,
  case when p.edits ? 'media' then nullif(p.edits -> 'media', 'null') else p.media end as media,
  case when p.edits ? 'first_published_at' then (p.edits ->> 'first_published_at')::timestamptz else p.first_published_at end
    as first_published_at,
  case when p.edits ? 'preview_text_paragraph' then (p.edits ->> 'preview_text_paragraph')::integer
    else p.preview_text_paragraph end as preview_text_paragraph,
  case when p.edits ? 'hashtags' then array(select jsonb_array_elements_text(p.edits -> 'hashtags')) else p.hashtags end as hashtags,
  case when p.edits ? 'related_post_ids' then array(select jsonb_array_elements_text(p.edits -> 'related_post_ids')::uuid)
    else p.related_post_ids end as related_post_ids,
  case when p.edits ? 'pricing_plan_ids' then array(select jsonb_array_elements_text(p.edits -> 'pricing_plan_ids')::uuid)
    else p.pricing_plan_ids end as pricing_plan_ids,
  -- One that is gone by now is in no list.
  case when p.edits ? 'category_ids'
    then array(
      select c.id from jsonb_array_elements_text(p.edits -> 'category_ids') with ordinality as e (id, place)
      join categories c on c.site_id = p.site_id and c.id = e.id::uuid order by e.place)
    else array(
      select c.category_id from post_categories c
      where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id)
  end as category_ids,
  case when p.edits ? 'tag_ids'
    then array(
      select t.id from jsonb_array_elements_text(p.edits -> 'tag_ids') with ordinality as e (id, place)
      join tags t on t.site_id = p.site_id and t.id = e.id::uuid order by e.place)
    else array(
      select t.tag_id from post_tags t
      where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id)
  end as tag_ids
from posts p;

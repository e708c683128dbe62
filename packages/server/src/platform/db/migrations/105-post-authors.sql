-- The staff account that wrote a post, of the staff site. Authors may write their own posts only.
alter table posts add column staff_id uuid;
create index posts_by_staff on posts (site_id, staff_id) where staff_id is not null;

-- Who is editing a post in the console.
create table post_editors (
  site_id uuid not null,
  post_id uuid not null,
  staff_id uuid not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (site_id, post_id),
  foreign key (site_id, post_id) references posts on delete cascade
);

create or replace view draft_posts as
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
  coalesce(p.edits ->> 'content_text', p.members_text, p.content_text) as content_text,
  coalesce(p.edited_content, p.members_content, p.rich_content) as rich_content,
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
  end as tag_ids,
  coalesce((p.edits ->> 'members_only')::boolean, p.members_only) as members_only,
  case when p.edits ? 'authors' then array(select jsonb_array_elements_text(p.edits -> 'authors')) else p.authors end as authors,
  p.staff_id
from posts p;

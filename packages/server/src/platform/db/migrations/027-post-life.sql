-- What a post was after each change that was saved.
create table post_revisions (
  site_id uuid not null,
  post_id uuid not null,
  revision bigint not null,
  created_at timestamptz not null,
  -- The draft as it is told, whole; files of this server by their path.
  draft json not null,
  primary key (site_id, post_id, revision),
  foreign key (site_id, post_id) references posts on delete cascade
);

alter table posts
  add column members_only boolean not null default false,
  -- Of a post that not everyone may read: the whole. rich_content and content_text have what everyone may see of it then, so that
  -- whatever reads them (lists, feeds, search) tells nothing more.
  add column members_content json,
  add column members_text text,
  add constraint posts_members_content check ((members_content is null) = (members_text is null));

-- Nobody here sells plans, so that nobody may read what is for those who have one.
update posts set
  members_content = rich_content,
  members_text = content_text,
  rich_content = '{"nodes":[]}',
  content_text = '',
  excerpt = case when own_excerpt then excerpt else '' end
where pricing_plan_ids <> '{}';

create index posts_by_translation on posts (site_id, translation_id) where translation_id is not null;

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
  coalesce((p.edits ->> 'members_only')::boolean, p.members_only) as members_only
from posts p;

-- Pages of tags, as extensions. Media mentions include their covers.
alter table tags
  add column description text,
  add column cover_image jsonb;

create or replace view media_mentions (site_id, kind, id, title, collection_id, content) as
  select site_id, 'POST', id::text, title, null::text, concat_ws(' ', rich_content, hero_image, media, seo_data, edits,
    edited_content, members_content)
  from posts
  union all
  select r.site_id, 'POST_VERSION', r.post_id::text, p.title, null, r.draft::text
  from post_revisions r join posts p on p.site_id = r.site_id and p.id = r.post_id
  union all
  select site_id, 'CATEGORY', id::text, label, null, concat_ws(' ', cover_image, seo_data, description)
  from categories
  union all
  select site_id, 'TAG', id::text, label, null, concat_ws(' ', cover_image, description)
  from tags
  where cover_image is not null or description is not null
  union all
  select i.site_id, 'ITEM', i.id, coalesce(i.data ->> c.display_field, i.id), i.collection_id,
    concat_ws(' ', i.data, i.draft)
  from data_items i join data_collections c on c.site_id = i.site_id and c.id = i.collection_id
  union all
  select f.site_id, 'FORM', f.id::text, coalesce(f.name, ''), null, concat_ws(' ', f.definition, d.form)
  from forms f left join form_drafts d on d.site_id = f.site_id and d.form_id = f.id
  union all
  select s.site_id, 'PAGE', s.id::text, s.title, null,
    concat_ws(' ', s.rich_content, s.seo_data, p.rich_content, p.seo_data)
  from site_pages s left join published_pages p on p.site_id = s.site_id and p.page_id = s.id
  union all
  select site_id, 'SETTING', name, name, null, value::text from settings
  union all
  select site_id, 'EMAIL', kind, kind, null, to_jsonb(t)::text from mail_templates t
  union all
  select site_id, 'TEXT', key, key, null, words from site_texts;

-- An upgrade that has just inserted comments has references to check, before which the table cannot change.
set constraints all immediate;

-- Replies of staff, whose name is in "author". Without a staff account: of programs, in the name of the site.
alter table comments
  add column is_team boolean not null default false,
  add column staff_id uuid;

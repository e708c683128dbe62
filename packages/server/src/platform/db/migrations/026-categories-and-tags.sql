-- What writers settle of a category beside its name.
alter table categories
  add column cover_image jsonb,
  add column seo_data jsonb not null default '{"tags": []}',
  -- Shared by categories that say the same in several languages.
  add column translation_id uuid;

-- A former address leads to the one thing that was there: a post, a category or a tag.
alter table redirect_paths
  alter column post_id drop not null,
  add column category_id uuid,
  add column tag_id uuid,
  add foreign key (site_id, category_id) references categories on delete cascade,
  add foreign key (site_id, tag_id) references tags on delete cascade,
  add constraint redirect_paths_target check (num_nonnulls(post_id, category_id, tag_id) = 1);
create index redirect_paths_by_category on redirect_paths (site_id, category_id) where category_id is not null;
create index redirect_paths_by_tag on redirect_paths (site_id, tag_id) where tag_id is not null;

-- Whoever takes a category or a tag away looks for it in what is not public yet.
create index posts_with_edits on posts (site_id) where edits is not null;

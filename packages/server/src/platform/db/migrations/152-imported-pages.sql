-- The source of an imported page: a repeated import changes it unless it was edited since.
alter table site_pages
  add column source_key text,
  add column source_blog text,
  add column source_hash text,
  add column source_revision bigint;
create unique index site_pages_by_source on site_pages (site_id, source_key, source_blog) where source_key is not null;
alter table import_made drop constraint import_made_kind_check;
alter table import_made add constraint import_made_kind_check check (kind in ('post', 'page', 'category', 'tag'));

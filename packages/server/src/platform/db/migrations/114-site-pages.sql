-- Pages of the site as editors see them. The slug is unique among those that are not deleted.
create table site_pages (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  title text not null,
  slug text not null,
  seo_slug text,
  seo_data jsonb not null default '{"tags": []}',
  rich_content json not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id)
);
create unique index site_pages_slug on site_pages (site_id, slug) where deleted_at is null;

-- What visitors see. A table of its own: saving a draft does not discard cached pages.
create table published_pages (
  site_id uuid not null,
  page_id uuid not null,
  title text not null,
  slug text not null,
  seo_data jsonb not null,
  rich_content json not null,
  revision bigint not null,
  is_hidden boolean not null default false,
  first_published_at timestamptz not null,
  published_at timestamptz not null,
  primary key (site_id, page_id),
  foreign key (site_id, page_id) references site_pages on delete cascade
);
create unique index published_pages_slug on published_pages (site_id, slug) where not is_hidden;

create trigger published_pages_page_new after insert on published_pages referencing new table as changed
  for each statement execute function note_page_change();
create trigger published_pages_page_changed after update on published_pages referencing new table as changed
  for each statement execute function note_page_change();
create trigger published_pages_page_gone after delete on published_pages referencing old table as changed
  for each statement execute function note_page_change();

-- Redirects of paths without a page, other than those of posts, categories and tags in redirect_paths.
create table site_redirects (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  source text not null,
  target text not null,
  status smallint not null check (status in (301, 302)),
  created_at timestamptz not null,
  primary key (site_id, id)
);
create unique index site_redirects_source on site_redirects (site_id, source);
create index site_redirects_target on site_redirects (site_id, target);

-- Settings that a link to the site shows before they are saved.
create table site_previews (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  path text not null,
  values jsonb not null,
  expires_at timestamptz not null,
  primary key (site_id, id)
);
create index site_previews_by_expiry on site_previews (expires_at);

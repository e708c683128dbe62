-- Files that were uploaded. Pictures of imports and photos of members have no row: they are known by who shows them.
create table media_files (
  site_id uuid not null references sites (id) on delete cascade,
  -- Its name in the store, made anew for each upload.
  id text not null,
  -- Of the address it was uploaded to, which is good for one file. Newer ones are greater.
  upload_id uuid not null,
  display_name text not null,
  media_type text not null,
  mime_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  alt_text text not null default '',
  focal_x real,
  focal_y real,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, upload_id)
);
create index media_files_by_type on media_files (site_id, media_type, upload_id desc);

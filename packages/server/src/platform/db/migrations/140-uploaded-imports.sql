-- Imports of uploaded files, and checks that store nothing.
alter table imports
  add column dry_run boolean not null default false,
  -- Of the uploaded file, once it is complete. At most 1 GiB.
  add column bytes integer,
  add column canceled_at timestamptz;

-- The uploaded file until its import has ended. Every node of a site has the database, but not the disks of the others.
create table import_chunks (
  site_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (site_id, import_id, number),
  foreign key (site_id, import_id) references imports on delete cascade
);
alter table import_chunks alter column bytes set storage external;

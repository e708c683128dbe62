-- Addresses of the owner's that are called around what is done with a collection's items.
create table data_hooks (
  site_id uuid not null,
  id uuid not null,
  collection_id text collate "C" not null,
  url text not null,
  -- Names of the moments: beforeInsert, afterInsert, …
  hooks text[] not null,
  -- What calls are signed with, sealed.
  secret bytea not null,
  created_at timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, collection_id) references data_collections on delete cascade
);

-- A job whose items meet hooks is worked at without a transaction around it: whoever does so says until when it is theirs.
alter table data_jobs add column leased_until timestamptz, add column suppress_hooks boolean not null default false;

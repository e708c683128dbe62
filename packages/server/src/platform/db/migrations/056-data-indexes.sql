-- Indexes that owners have asked for on fields of a collection's items. The row comes before PostgreSQL's index and goes after it, so that one
-- without a row is what a server left that died, or the rest of a collection that is gone.
create table data_indexes (
  site_id uuid not null,
  collection_id text collate "C" not null,
  name text collate "C" not null,
  -- [{path, order}], in the order of the index.
  fields jsonb not null,
  -- LIST for what lists hold, ORDER for all else.
  kind text not null check (kind in ('ORDER', 'LIST')),
  status text not null check (status in ('BUILDING', 'ACTIVE', 'FAILED', 'DROPPING')),
  -- {code, message} where it could not be built.
  failure jsonb,
  -- What PostgreSQL calls it: another name each time, however often one is made and removed.
  relation text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, collection_id, name),
  foreign key (site_id, collection_id) references data_collections on delete cascade
);

-- What queries of items that took long have asked by: names of fields and how they are asked for, never a value.
create table data_slow_queries (
  site_id uuid not null,
  collection_id text collate "C" not null,
  -- {equal, range, list, sort}, names of fields in each, as text that is the same for the same.
  shape text collate "C" not null,
  count integer not null default 1,
  slowest_ms integer not null,
  last_at timestamptz not null,
  primary key (site_id, collection_id, shape),
  foreign key (site_id, collection_id) references data_collections on delete cascade
);
create index data_slow_queries_by_date on data_slow_queries (site_id, last_at);

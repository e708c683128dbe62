-- Changes to all items that meet a filter: how far each one is. Whoever works at one holds its row, so that what is changed and how far it
-- is are written together, or not at all.
create table data_jobs (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  collection_id text collate "C" not null,
  -- In whose name, and as the key of whose jobs are whose.
  caller jsonb not null,
  caller_key text not null,
  filter jsonb not null,
  -- Modifications of each item; null to remove it.
  modifications jsonb,
  status text not null check (status in ('INITIALIZED', 'PROCESSING', 'SUCCEEDED', 'FAILED')),
  -- Of the last item that is done with.
  after_id text collate "C" not null default '',
  success_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create index data_jobs_open on data_jobs (created_at) where status in ('INITIALIZED', 'PROCESSING');

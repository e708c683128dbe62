-- Items on their way in or out as a file: how far each job is. Whoever works at one holds its row, so that what a batch has written and
-- how far the job is are written together, or not at all.
create table data_transfers (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('IMPORT', 'EXPORT')),
  collection_id text collate "C" not null,
  -- In whose name, and as the key of whose jobs are whose.
  caller jsonb not null,
  caller_key text not null,
  -- Neither the owner's nor an editor's: what such jobs keep is bounded.
  public boolean not null,
  status text not null default 'NEW' check (status in ('NEW', 'RUNNING', 'COMPLETED', 'FAILED')),
  options jsonb not null,
  -- What was found out about the file: its form, its separator, its header.
  layout jsonb,
  -- Whose upload counts, when several come.
  upload_token uuid,
  -- Of the file; of an import null until it is there.
  bytes integer,
  digest text,
  chunks integer not null default 0,
  -- Where the next batch begins: in the file of an import, or behind the last item of an export.
  byte_offset integer not null default 0,
  line integer not null default 1,
  after_id text collate "C" not null default '',
  rows integer not null default 0,
  total integer,
  inserted integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  notes integer not null default 0,
  -- What an export could read at most: all items, or its caller's own.
  access text check (access in ('all', 'own')),
  reason text,
  failed_line integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (site_id, id)
);
create index data_transfers_open on data_transfers (updated_at) where status in ('NEW', 'RUNNING');
create index data_transfers_by_caller on data_transfers (site_id, caller_key, created_at);

-- The file, in pieces: every node of a site has the database, and none of them the others' disks.
create table data_transfer_chunks (
  site_id uuid not null,
  transfer_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (site_id, transfer_id, number),
  foreign key (site_id, transfer_id) references data_transfers on delete cascade
);
alter table data_transfer_chunks alter column bytes set storage external;

-- Rows that an import could not take, and why.
create table data_transfer_notes (
  site_id uuid not null,
  transfer_id uuid not null,
  place integer not null,
  row_number integer not null,
  line integer not null,
  item_id text,
  field text,
  reason text not null,
  primary key (site_id, transfer_id, place),
  foreign key (site_id, transfer_id) references data_transfers on delete cascade
);

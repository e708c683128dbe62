-- Imports as jobs: how far each one is, what it could not carry over, and what it has made.
create table imports (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  status text not null check (status in ('READY_TO_IMPORT', 'PARSING_URL', 'STARTED', 'FAILED', 'DONE', 'NOT_FOUND')),
  -- Where it is, as absolute path or address, and how it is to be read.
  source jsonb not null,
  -- Of what was read there: another source under the same name is begun anew.
  digest text,
  -- Entries of the source that are done with, and how many there are.
  done integer not null default 0,
  total integer,
  counts jsonb not null default '{}',
  notes integer not null default 0,
  reason text,
  -- Whose work it is until then. Who has lost it can write nothing more.
  locked_until timestamptz,
  lock_token uuid,
  holder text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (site_id, id)
);
create index imports_open on imports (created_at) where status in ('READY_TO_IMPORT', 'PARSING_URL', 'STARTED');

create table import_notes (
  site_id uuid not null,
  import_id uuid not null,
  place integer not null,
  file text not null,
  line integer,
  reason text not null,
  primary key (site_id, import_id, place),
  foreign key (site_id, import_id) references imports on delete cascade
);

-- What undoing takes away, unless it has changed since: mark is the revision of a post, or when a category or a tag was made.
create table import_made (
  site_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('post', 'category', 'tag')),
  entity_id uuid not null,
  mark text not null,
  primary key (site_id, import_id, kind, entity_id),
  foreign key (site_id, import_id) references imports on delete cascade
);

-- Files that imports took over: those that no post shows any more are removed.
create table imported_pictures (
  site_id uuid not null references sites on delete cascade,
  media_id text not null,
  primary key (site_id, media_id)
);

-- The blog that a post was taken from, since two of them may have a post at the same path.
alter table posts add column source_blog text not null default '';
alter table posts drop constraint posts_source, add constraint posts_source unique (site_id, source_key, source_blog);

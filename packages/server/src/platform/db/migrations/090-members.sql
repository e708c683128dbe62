alter table members
  add column title text,
  add column activity_status text not null default 'ACTIVE' check (activity_status in ('ACTIVE', 'MUTED'));

-- The default order of lists of all members, and of those that visitors see.
create index members_by_created on members (site_id, created_at desc, id desc) where status <> 'DELETED';
create index members_public on members (site_id, created_at desc, id desc)
  where status = 'ACTIVE' and profile ->> 'privacyStatus' = 'PUBLIC';

-- Members whom another member has blocked do not see that member.
create table member_blocks (
  site_id uuid not null,
  member_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, member_id, blocked_id),
  foreign key (site_id, member_id) references members on delete cascade,
  foreign key (site_id, blocked_id) references members on delete cascade
);
create index member_blocks_by_blocked on member_blocks (site_id, blocked_id);

-- Actions on all members that match a filter.
create table member_jobs (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  action text not null check (action in ('APPROVE', 'BLOCK', 'DELETE')),
  status text not null default 'RUNNING' check (status in ('RUNNING', 'FINISHED', 'FAILED')),
  filter jsonb not null,
  -- The caller that requested the action, for the audit log.
  requested_by jsonb not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  -- Members up to this id are done.
  last_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id)
);

select pgboss.create_queue('member-change', '{"policy": "stately", "retryDelay": 1, "expireInSeconds": 3600, "retryLimit": 11,
  "retryBackoff": true, "heartbeatSeconds": 10, "deadLetter": "dead-letter", "deleteAfterSeconds": 2592000,
  "retentionSeconds": 315360000}');

create table member_abouts (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  content json not null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint member_abouts_member unique (site_id, member_id),
  foreign key (site_id, member_id) references members on delete cascade
);
create index member_abouts_by_created on member_abouts (site_id, created_at desc, id desc);

create table member_fields (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  -- Derived from the name: the key of members' values.
  key text not null,
  name text not null,
  type text not null check (type in ('TEXT', 'NUMBER', 'DATE')),
  hidden boolean not null default false,
  position integer not null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint member_fields_key unique (site_id, key)
);

-- The last backup that was requested: its progress, and why it failed. The backups themselves are files.
create table backup_runs (
  site_id uuid primary key references sites on delete cascade,
  job_id uuid not null,
  origin text not null check (origin in ('manual', 'scheduled')),
  status text not null check (status in ('WAITING', 'RUNNING', 'COMPLETED', 'FAILED')),
  done_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  -- Why the last attempt failed.
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz
);

-- When the next scheduled backup is due, by the schedule that it was computed from.
create table backup_schedules (
  site_id uuid primary key references sites on delete cascade,
  schedule text not null,
  due_at timestamptz not null
);

select pgboss.create_queue('backup', '{"policy": "stately", "retryDelay": 30, "expireInSeconds": 43200, "retryLimit": 2,
  "retryBackoff": false, "heartbeatSeconds": 10, "deadLetter": "dead-letter", "deleteAfterSeconds": 2592000,
  "retentionSeconds": 315360000}');

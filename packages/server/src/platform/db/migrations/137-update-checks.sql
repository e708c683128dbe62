-- When the npm registry was last asked for the newest version, and its answer.
create table update_checks (
  site_id uuid primary key references sites on delete cascade,
  checked_at timestamptz not null,
  version text
);

create table api_keys (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  name text not null,
  role text not null check (role in ('admin', 'editor', 'read')),
  -- SHA-256 of the key, which is shown once and never stored.
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (site_id, id)
);

-- Ways of a member's to prove a second time who they are.
create table factors (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  type text not null,
  status text not null,
  name text,
  -- Encrypted with a key made from SECRET_KEY: the seed of an authenticator app.
  secret_sealed bytea,
  -- Of an authenticator app: the latest time step whose code was used. Each counts once.
  last_step bigint,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, member_id) references members on delete cascade
);
create index factors_by_member on factors (site_id, member_id);

create table recovery_codes (
  site_id uuid not null,
  member_id uuid not null,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (site_id, member_id, code_mac),
  foreign key (site_id, member_id) references members on delete cascade
);

-- Sign-ins that wait for the second step.
create table second_steps (
  site_id uuid not null,
  token_hash bytea not null,
  app_id uuid not null,
  member_id uuid not null,
  reason text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index second_steps_by_member on second_steps (site_id, member_id);
create index second_steps_by_expiry on second_steps (expires_at);

-- Browsers in which the second step is not asked for.
create table remembered_devices (
  site_id uuid not null,
  token_hash bytea not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index remembered_devices_by_member on remembered_devices (site_id, member_id);
create index remembered_devices_by_expiry on remembered_devices (expires_at);

-- When the member last proved who they are in this session, where that was after its start.
alter table sessions add column proved_at timestamptz;

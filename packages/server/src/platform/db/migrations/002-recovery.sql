create table recovery_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  member_id uuid not null,
  -- The outbox entry that asked for it: carried out twice, it makes one token and one mail.
  request_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  constraint recovery_tokens_request unique (site_id, request_id),
  foreign key (site_id, member_id) references members on delete cascade
);
create index recovery_tokens_by_member on recovery_tokens (site_id, member_id);
create index recovery_tokens_by_expiry on recovery_tokens (expires_at);

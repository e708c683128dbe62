-- A new e-mail that a member has asked for and not confirmed yet: one each, the latest.
create table email_changes (
  site_id uuid not null,
  member_id uuid not null,
  email text not null,
  email_key text not null,
  -- HMAC of the code in the mail to the new address. Null where no code fits: the address is somebody else's, or no mail left.
  code_mac bytea,
  tries_left integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references members on delete cascade
);
create index email_changes_by_expiry on email_changes (expires_at);

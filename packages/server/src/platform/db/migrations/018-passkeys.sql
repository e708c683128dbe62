-- Of a passkey: the domain that it is good for, and where it was made.
alter table factors add column rp_id text, add column browser text, add column device text;

-- What is known of a member's passkeys, one for each factor of the type WEBAUTHN that is finished.
create table passkeys (
  site_id uuid not null,
  factor_id uuid not null,
  member_id uuid not null,
  credential_id bytea not null,
  -- COSE.
  public_key bytea not null,
  -- Of uses, as the passkey tells it; one that goes back is a copy. Many passkeys never count.
  sign_count bigint not null,
  transports text[] not null,
  primary key (site_id, factor_id),
  foreign key (site_id, factor_id) references factors on delete cascade
);
create unique index passkeys_by_credential on passkeys (site_id, credential_id);
create index passkeys_by_member on passkeys (site_id, member_id);

-- What passkeys have been asked: each is answered once.
create table passkey_challenges (
  site_id uuid not null,
  id uuid not null,
  challenge_hash bytea not null,
  purpose text not null,
  -- What it is asked for within the purpose: the factor to be set up, the sign-in that waits for the second step.
  subject text not null,
  app_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, id)
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Of a sign-in that a passkey has begun without making sure who uses it: as the second step it has to.
alter table second_steps add column needs_verification boolean not null default false;

-- Captcha tokens that were shown, for as long as they could be shown again.
create table used_captchas (
  site_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);
create index used_captchas_by_expiry on used_captchas (expires_at);

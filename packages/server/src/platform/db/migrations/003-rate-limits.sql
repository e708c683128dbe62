-- How often somebody has asked for something, for all nodes together. Not logged: a counter is worth no wait for the disk,
-- and after a crash everybody starts anew.
create unlogged table rate_limits (
  site_id uuid not null,
  -- HMAC of what is limited and for whom: neither addresses of visitors nor e-mails of strangers are collected here.
  key bytea not null,
  -- Newest first, no more than the limit looks back to.
  hits_at timestamptz[] not null,
  -- Sign-in alone: how often in a row the delay has grown, and until when the account waits.
  strikes integer not null default 0,
  blocked_until timestamptz,
  expires_at timestamptz not null,
  primary key (site_id, key)
);
create index rate_limits_by_expiry on rate_limits (expires_at);

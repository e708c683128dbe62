-- When a refresh token, or an access token that came with it, was first used. The token before it gives it again until then.
alter table refresh_tokens rename column replaced_at to used_at;

-- When a key begins to sign. Everybody who checks tokens can know it before.
alter table signing_keys add column active_from timestamptz not null default now();
update signing_keys set active_from = created_at;

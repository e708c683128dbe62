-- When a program last used the key, to the hour.
alter table api_keys add column last_used_at timestamptz;

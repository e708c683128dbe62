-- Until it is enabled again, an app gets no tokens, and those that it has are rejected.
alter table apps add column disabled_at timestamptz;

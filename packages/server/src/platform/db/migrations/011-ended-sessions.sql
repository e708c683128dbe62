-- What has ended lately is asked for all the time, and is next to nothing of all the sessions.
create index sessions_by_end on sessions (site_id, revoked_at) where revoked_at is not null;

-- Keyed fingerprints of the networks that a member's session was last used in, the latest first: enough to know one of them again
-- for the same member, and no addresses.
alter table sessions add column places bytea[] not null default '{}';
-- Carried from the browser that signs in to whoever exchanges the code, which may be a server.
alter table authorization_codes add column place bytea;

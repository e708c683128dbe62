-- Where a member signed in, in the two words that the list of their sessions shows; nothing else of the request is kept.
alter table sessions add column browser text, add column device text;
-- Carried from the browser that signs in to whoever exchanges the code, which may be a server.
alter table authorization_codes add column browser text, add column device text;

-- The key of the call that created a text or saved it last with a key, so that its repeat is recognized.
alter table posts add column idempotency_key uuid;
alter table site_pages add column idempotency_key uuid;
alter table form_drafts add column idempotency_key uuid;
create index posts_by_idempotency_key on posts (site_id, idempotency_key) where idempotency_key is not null;
create index site_pages_by_idempotency_key on site_pages (site_id, idempotency_key) where idempotency_key is not null;

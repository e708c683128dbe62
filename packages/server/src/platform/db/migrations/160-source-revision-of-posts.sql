-- The revision of an imported post after its import: a repeated import changes a post unless it was edited since.
alter table posts add column source_revision bigint;
update posts set source_revision = case when origin in ('IMPORT', 'PIN', 'UNPIN') then revision else 0 end
where source_key is not null;

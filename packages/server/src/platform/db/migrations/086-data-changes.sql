-- Live queries notify instead of streaming items: it is enough to know which collections a transaction has changed.
drop trigger data_items_inserted on data_items;
drop trigger data_items_updated on data_items;
drop trigger data_items_deleted on data_items;
drop trigger data_references_inserted on data_references;
drop trigger data_references_deleted on data_references;
drop trigger data_reference_rows_inserted on data_references;
drop trigger data_reference_rows_deleted on data_references;
drop function data_note_changes, data_note_references, data_note_reference_rows;
drop table data_changes, data_reference_changes, data_watches;

-- The changes of a transaction, without the items: what decides who may learn of them. Unlogged, because streams end with a crash.
create unlogged table data_changes (
  site_id uuid not null,
  collection_id text collate "C" not null,
  transaction xid8 not null default pg_current_xact_id(),
  -- The owner of the changed items.
  owner_id uuid not null,
  -- Whether the items are or were published.
  published boolean not null,
  -- The field of changed references; empty for the items themselves.
  field text collate "C" not null,
  changed_at timestamptz not null default now(),
  primary key (site_id, collection_id, transaction, owner_id, published, field)
);
create index data_changes_by_age on data_changes (changed_at);

create function data_record_item_changes() returns trigger language plpgsql as $$
begin
  insert into data_changes (site_id, collection_id, owner_id, published, field)
  select distinct site_id, collection_id, owner_id, published, '' from changed
  on conflict do nothing;
  return null;
end $$;

create trigger data_items_inserted after insert on data_items
  referencing new table as changed for each statement execute function data_record_item_changes();
-- Before and after: an item may have been published or unpublished.
create trigger data_items_updated_from after update on data_items
  referencing old table as changed for each statement execute function data_record_item_changes();
create trigger data_items_updated_to after update on data_items
  referencing new table as changed for each statement execute function data_record_item_changes();
create trigger data_items_deleted after delete on data_items
  referencing old table as changed for each statement execute function data_record_item_changes();

-- Rows of items do not change with their references.
create function data_record_reference_changes() returns trigger language plpgsql as $$
begin
  insert into data_changes (site_id, collection_id, owner_id, published, field)
  select distinct i.site_id, i.collection_id, i.owner_id, i.published, c.field
  from changed c join data_items i on i.site_id = c.site_id and i.collection_id = c.collection_id and i.id = c.item_id
  on conflict do nothing;
  return null;
end $$;

create trigger data_references_inserted after insert on data_references
  referencing new table as changed for each statement execute function data_record_reference_changes();
create trigger data_references_deleted after delete on data_references
  referencing old table as changed for each statement execute function data_record_reference_changes();

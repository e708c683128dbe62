-- Collections that somebody watches. Without one of these rows nothing is noted of what happens to items. After a crash both tables are
-- empty, and whoever watched begins again: so nothing of them is written twice.
create unlogged table data_watches (
  site_id uuid not null,
  collection_id text collate "C" not null,
  -- Another one whenever nobody watched for a while: what is noted under one is whole.
  epoch uuid not null default gen_random_uuid(),
  -- Every transaction that may have overlooked this row has a lower number than this.
  since xid8,
  expires_at timestamptz not null,
  primary key (site_id, collection_id),
  foreign key (site_id, collection_id) references data_collections on delete cascade
);

-- What happened to items of those collections: which item, and how it was before.
create unlogged table data_changes (
  site_id uuid not null,
  collection_id text collate "C" not null,
  transaction xid8 not null default pg_current_xact_id(),
  sequence bigint generated always as identity,
  item_id text collate "C" not null,
  -- The row as JSON; null of one that was not there.
  was jsonb,
  happened_at timestamptz not null default clock_timestamp(),
  primary key (site_id, collection_id, transaction, sequence)
);
create index data_changes_by_age on data_changes (happened_at);

-- Volatile, and after the rows are written: it looks for watchers when the transaction has its number, with a snapshot of that moment.
create function data_note_changes() returns trigger language plpgsql volatile as $$
begin
  if exists (select from data_watches) then
    insert into data_changes (site_id, collection_id, item_id, was)
    select c.site_id, c.collection_id, c.id, case when tg_op <> 'INSERT' then to_jsonb(c) end
    from changed c join data_watches w on w.site_id = c.site_id and w.collection_id = c.collection_id;
  end if;
  return null;
end $$;

create trigger data_items_inserted after insert on data_items
  referencing new table as changed for each statement execute function data_note_changes();
create trigger data_items_updated after update on data_items
  referencing old table as changed for each statement execute function data_note_changes();
create trigger data_items_deleted after delete on data_items
  referencing old table as changed for each statement execute function data_note_changes();

-- An item whose references change has changed; its row has not.
create function data_note_references() returns trigger language plpgsql volatile as $$
begin
  if exists (select from data_watches) then
    insert into data_changes (site_id, collection_id, item_id, was)
    select i.site_id, i.collection_id, i.id, to_jsonb(i)
    from (select distinct c.site_id, c.collection_id, c.item_id from changed c) c
    join data_watches w on w.site_id = c.site_id and w.collection_id = c.collection_id
    join data_items i on i.site_id = c.site_id and i.collection_id = c.collection_id and i.id = c.item_id;
  end if;
  return null;
end $$;

create trigger data_references_inserted after insert on data_references
  referencing new table as changed for each statement execute function data_note_references();
create trigger data_references_deleted after delete on data_references
  referencing old table as changed for each statement execute function data_note_references();

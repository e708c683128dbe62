-- Which references of watched collections came and went: what items referred to before is made of it.
create unlogged table data_reference_changes (
  site_id uuid not null,
  collection_id text collate "C" not null,
  transaction xid8 not null default pg_current_xact_id(),
  sequence bigint generated always as identity,
  field text collate "C" not null,
  item_id text collate "C" not null,
  referenced_id text collate "C" not null,
  -- Whether it came; else it went.
  added boolean not null,
  happened_at timestamptz not null default clock_timestamp(),
  primary key (site_id, collection_id, transaction, sequence)
);
create index data_reference_changes_by_age on data_reference_changes (happened_at);

create function data_note_reference_rows() returns trigger language plpgsql volatile as $$
begin
  if exists (select from data_watches) then
    insert into data_reference_changes (site_id, collection_id, field, item_id, referenced_id, added)
    select c.site_id, c.collection_id, c.field, c.item_id, c.referenced_id, tg_op = 'INSERT'
    from changed c join data_watches w on w.site_id = c.site_id and w.collection_id = c.collection_id;
  end if;
  return null;
end $$;

create trigger data_reference_rows_inserted after insert on data_references
  referencing new table as changed for each statement execute function data_note_reference_rows();
create trigger data_reference_rows_deleted after delete on data_references
  referencing old table as changed for each statement execute function data_note_reference_rows();

-- Positions lead to changes of which this was not noted: whoever watches begins again.
delete from data_watches;

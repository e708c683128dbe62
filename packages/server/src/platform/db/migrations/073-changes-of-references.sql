-- Of a change of references: the field that they are in. Who is not shown a field is not told of its references.
alter table data_changes add column field text collate "C";

create or replace function data_note_references() returns trigger language plpgsql volatile as $$
begin
  if exists (select from data_watches) then
    insert into data_changes (site_id, collection_id, item_id, field, was)
    select i.site_id, i.collection_id, i.id, c.field, to_jsonb(i)
    from (select distinct c.site_id, c.collection_id, c.item_id, c.field from changed c) c
    join data_watches w on w.site_id = c.site_id and w.collection_id = c.collection_id
    join data_items i on i.site_id = c.site_id and i.collection_id = c.collection_id and i.id = c.item_id;
  end if;
  return null;
end $$;

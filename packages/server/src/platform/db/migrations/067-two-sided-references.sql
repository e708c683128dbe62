-- Fields of two collections may hold the same references, seen from either end. Each such reference names the other collection too, and goes
-- with either item.
alter table data_references add column referenced_collection_id text collate "C";
alter table data_references add foreign key (site_id, referenced_collection_id, referenced_id)
  references data_items on delete cascade;
create index data_references_two_sided on data_references (site_id, referenced_collection_id, referenced_id)
  where referenced_collection_id is not null;

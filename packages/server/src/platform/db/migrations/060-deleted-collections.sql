-- A collection that is deleted is kept, with everything in it, until it is too late to have it back.
alter table data_collections add column deleted_at timestamptz(3);
create index data_collections_deleted on data_collections (deleted_at) where deleted_at is not null;

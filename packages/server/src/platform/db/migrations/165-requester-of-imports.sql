-- The caller on whose behalf the import changes settings, as JSON. Null: the operator.
alter table imports add column requested_by jsonb;

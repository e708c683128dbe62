-- Items that are not for everybody yet, and what those that are will hold once it is published.
alter table data_items add column published boolean not null default true, add column draft jsonb;

-- A primary key, which logical replication and partitioning by site require.
alter table post_month_changes
  add column id uuid not null default gen_random_uuid(),
  add primary key (site_id, id);
drop index post_month_changes_of_site;

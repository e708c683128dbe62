-- Which transactions have changed what pages of the blog show. A row of its own for each: writers never wait for each other here.
create table page_changes (
  site_id uuid not null references sites on delete cascade,
  transaction xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  primary key (site_id, transaction)
);
create index page_changes_by_age on page_changes (changed_at);

create function note_page_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (site_id) select distinct site_id from changed on conflict do nothing;
  return null;
end $$;

-- Where they change, whoever changes them: a program, an import, the command line, the operator by hand.
do $$
declare name text;
begin
  foreach name in array array['posts', 'categories', 'tags', 'post_categories', 'post_tags'] loop
    execute format('create trigger %1$s_page_new after insert on %1$s referencing new table as changed
      for each statement execute function note_page_change()', name);
    execute format('create trigger %1$s_page_changed after update on %1$s referencing new table as changed
      for each statement execute function note_page_change()', name);
    execute format('create trigger %1$s_page_gone after delete on %1$s referencing old table as changed
      for each statement execute function note_page_change()', name);
  end loop;
end $$;

-- Views alone are no reason to make every page anew at once: a transaction that counts them, and changes nothing else, says so.
alter table page_changes add column views_only boolean not null default false;

create function note_post_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (site_id, views_only)
  select n.site_id, bool_and(n.view_count <> o.view_count)
  from changed n join former o on o.site_id = n.site_id and o.id = n.id
  group by n.site_id
  on conflict (site_id, transaction) do update set views_only = false
  where page_changes.views_only and not excluded.views_only;
  return null;
end $$;

create or replace function note_page_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (site_id) select distinct site_id from changed
  on conflict (site_id, transaction) do update set views_only = false where page_changes.views_only;
  return null;
end $$;

-- Only `insertViews` changes the views of a post, and nothing else of it in that statement.
drop trigger posts_page_changed on posts;
create trigger posts_page_changed after update on posts referencing old table as former new table as changed
  for each statement execute function note_post_change();

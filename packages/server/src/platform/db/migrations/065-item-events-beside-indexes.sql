-- To turn the triggers on or off waits for whoever builds an index of items, and all who write items wait behind it: so for a moment only.
create or replace function data_tell_items_if_wanted() returns trigger language plpgsql volatile set lock_timeout = '1s' as $$
declare
  wanted constant text[] := array[
    'wix.data.v2.data_item_created', 'wix.data.v2.data_item_updated', 'wix.data.v2.data_item_deleted'];
  is_wanted boolean;
  name text;
begin
  -- One after the other: what is read below is what all others have left.
  perform pg_advisory_xact_lock(7236061);
  is_wanted := exists (select from webhook_subscriptions where event_types && wanted);
  if (select tgenabled <> 'D' from pg_trigger where tgrelid = 'data_items'::regclass and tgname = 'data_items_told_new')
    is distinct from is_wanted
  then
    foreach name in array array['data_items_told_new', 'data_items_told_changed', 'data_items_told_gone'] loop
      execute format('alter table data_items %s trigger %I', case when is_wanted then 'enable' else 'disable' end, name);
    end loop;
  end if;
  return null;
exception when lock_not_available then
  -- They may stay on without anybody to tell: they ask for one, and no more.
  if is_wanted is distinct from false then
    raise;
  end if;
  return null;
end $$;

-- Items are told of as posts are. Their ids are any text.
alter table webhook_deliveries alter column entity_id type text collate "C" using entity_id::text;
alter table event_sequences alter column entity_id type text collate "C" using entity_id::text;
alter table events alter column entity_id type text collate "C" using entity_id::text;

-- An item as events tell of it.
create function data_item_told(collection_id text, id text, owner_id uuid, created_at timestamptz, updated_at timestamptz, data jsonb)
returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'dataCollectionId', collection_id, 'data', jsonb_build_object('_id', id, '_owner', owner_id,
    '_createdDate', jsonb_build_object('$date', data_date(created_at)),
    '_updatedDate', jsonb_build_object('$date', data_date(updated_at))) || data)
$$;

-- Writes down what happened to items that everybody reads, with a delivery for each webhook that wants to know. Without such a webhook it
-- asks for one, and no more. Who did it is what the statement says, and of a new item its owner.
create function data_tell_items() returns trigger language plpgsql volatile as $$
declare
  said jsonb := nullif(current_setting('porchlight.identity', true), '')::jsonb;
  happened text;
begin
  if not exists (select from webhook_subscriptions where event_types && array[
    'wix.data.v2.data_item_created', 'wix.data.v2.data_item_updated', 'wix.data.v2.data_item_deleted'])
  then
    return null;
  end if;
  if tg_op = 'INSERT' then
    happened := $q$
      select site_id, 'created' as slug, id, owner_id, data_item_told(collection_id, id, owner_id, created_at, updated_at, data) as told
      from items_now where published $q$;
  elsif tg_op = 'UPDATE' then
    -- Of one that is published now, or that nobody reads any more, as that.
    happened := $q$
      select n.site_id, case when not o.published then 'created' when not n.published then 'deleted' else 'updated' end as slug, n.id,
        n.owner_id, data_item_told(n.collection_id, n.id, n.owner_id, n.created_at,
          case when n.published then n.updated_at else o.updated_at end, case when n.published then n.data else o.data end) as told
      from items_now n join items_before o on o.site_id = n.site_id and o.collection_id = n.collection_id and o.id = n.id
      where (n.published or o.published) and (n.published <> o.published or n.data <> o.data or n.draft is not distinct from o.draft) $q$;
  else
    -- Items that go with their collection went with it when it was deleted.
    happened := $q$
      select o.site_id, 'deleted' as slug, o.id, o.owner_id,
        data_item_told(o.collection_id, o.id, o.owner_id, o.created_at, o.updated_at, o.data) as told
      from items_before o join data_collections c on c.site_id = o.site_id and c.id = o.collection_id and c.deleted_at is null
      where o.published $q$;
  end if;
  execute format($q$
    with happened as materialized (
      select h.*, 'wix.data.v2.data_item_' || h.slug as type, gen_random_uuid() as event_id from (%s) h
      where exists (select from webhook_subscriptions s
        where s.site_id = h.site_id and 'wix.data.v2.data_item_' || h.slug = any(s.event_types))
    ), counted as (
      -- Two collections may have items of one id; they share its numbers.
      select site_id, id, count(*) as many from happened group by site_id, id
    ), numbered as (
      insert into event_sequences as s (site_id, fqdn, entity_id, last)
      select site_id, 'wix.data.v2.data_item', id, many from counted order by id
      on conflict (site_id, fqdn, entity_id) do update set last = s.last + excluded.last
      returning site_id, entity_id, last
    ), event as (
      insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body)
      select h.site_id, h.event_id, h.type, h.id,
        n.last + 1 - row_number() over (partition by h.site_id, h.id order by h.event_id), clock_timestamp(),
        coalesce($1, case
          when h.slug <> 'created' then '{"identityType": "UNKNOWN"}'
          when exists (select from members m where m.site_id = h.site_id and m.id = h.owner_id)
            then jsonb_build_object('identityType', 'MEMBER', 'memberId', h.owner_id)
          when exists (select from api_keys k where k.site_id = h.site_id and k.id = h.owner_id)
            then jsonb_build_object('identityType', 'APP', 'appId', h.owner_id)
          when h.owner_id = h.site_id then '{"identityType": "WIX_USER"}'
          else jsonb_build_object('identityType', 'ANONYMOUS_VISITOR', 'anonymousVisitorId', h.owner_id)
        end),
        case h.slug
          when 'created' then json_build_object('createdEvent', json_build_object('entity', h.told))
          when 'updated' then json_build_object('updatedEvent', json_build_object('currentEntity', h.told))
          else json_build_object('deletedEvent', json_build_object('deletedEntity', h.told))
        end
      from happened h join numbered n on n.site_id = h.site_id and n.entity_id = h.id
      returning site_id, id, type, entity_id, sequence, happened_at
    )
    insert into webhook_deliveries (site_id, id, subscription_id, event_id, fqdn, entity_id, sequence, created_at)
    select e.site_id, gen_random_uuid(), s.id, e.id, 'wix.data.v2.data_item', e.entity_id, e.sequence, e.happened_at
    from event e join webhook_subscriptions s on s.site_id = e.site_id and e.type = any(s.event_types) $q$, happened)
  using said;
  return null;
end $$;

create trigger data_items_told_new after insert on data_items
  referencing new table as items_now for each statement execute function data_tell_items();
create trigger data_items_told_changed after update on data_items
  referencing new table as items_now old table as items_before for each statement execute function data_tell_items();
create trigger data_items_told_gone after delete on data_items
  referencing old table as items_before for each statement execute function data_tell_items();

-- They would cost every write a little: they are on while a webhook wants to know.
alter table data_items disable trigger data_items_told_new;
alter table data_items disable trigger data_items_told_changed;
alter table data_items disable trigger data_items_told_gone;

create function data_tell_items_if_wanted() returns trigger language plpgsql volatile as $$
declare
  name text;
begin
  -- One after the other: what is read below is what all others have left.
  perform pg_advisory_xact_lock(7236061);
  if (select tgenabled <> 'D' from pg_trigger where tgrelid = 'data_items'::regclass and tgname = 'data_items_told_new')
    is distinct from exists (select from webhook_subscriptions where event_types && array[
      'wix.data.v2.data_item_created', 'wix.data.v2.data_item_updated', 'wix.data.v2.data_item_deleted'])
  then
    foreach name in array array['data_items_told_new', 'data_items_told_changed', 'data_items_told_gone'] loop
      execute format('alter table data_items %s trigger %I',
        case when exists (select from webhook_subscriptions where event_types && array[
          'wix.data.v2.data_item_created', 'wix.data.v2.data_item_updated', 'wix.data.v2.data_item_deleted'])
        then 'enable' else 'disable' end, name);
    end loop;
  end if;
  return null;
end $$;

create trigger data_items_told_if_wanted after insert or delete or update of event_types on webhook_subscriptions
  for each statement execute function data_tell_items_if_wanted();

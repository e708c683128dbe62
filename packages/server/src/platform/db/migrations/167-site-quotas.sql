-- Limits that the operator has set for a site, and what the site uses of them.
create table site_quotas (
  site_id uuid not null references sites on delete cascade,
  kind text not null check (kind in ('members', 'posts', 'items', 'mediaBytes', 'emailsPerDay')),
  maximum bigint not null check (maximum >= 0),
  used bigint not null default 0,
  -- The day of `used`, in UTC, for emails.
  day date,
  primary key (site_id, kind)
);

-- Counts the changes of a statement. The row of a quota is locked until the end of the transaction, so that concurrent
-- transactions cannot exceed it. Arguments: the kind, and the amount of the changed rows of a site.
create function count_quota() returns trigger language plpgsql as $$
declare
  change record;
  quota site_quotas;
  changes text := format('select site_id, %s as amount from changed group by site_id', tg_argv[1]);
begin
  if tg_op = 'DELETE' then
    changes := format('select site_id, -amount as amount from (%s) deleted', changes);
  elsif tg_op = 'UPDATE' then
    changes := format('select site_id, sum(amount) as amount from (%s union all
      select site_id, -%s as amount from former group by site_id) both_states group by site_id', changes, tg_argv[1]);
  end if;
  for change in execute changes || ' order by site_id' loop
    continue when change.amount = 0;
    update site_quotas set used = greatest(0, used + change.amount)
    where site_id = change.site_id and kind = tg_argv[0] returning * into quota;
    if change.amount > 0 and quota.used > quota.maximum then
      raise exception 'the site exceeds its quota' using errcode = 'PQ001', constraint = quota.kind, detail = quota.maximum;
    end if;
  end loop;
  return null;
end
$$;

-- Creates or enables the triggers of the kinds of quotas that exist, and disables the others: without quotas, statements
-- cost what they did before.
create function sync_quota_triggers() returns void language plpgsql as $$
declare
  counted record;
  event record;
  is_limited boolean;
  is_enabled boolean;
begin
  for counted in select * from (values
    ('members', 'members', 'count(*) filter (where status <> ''DELETED'')'),
    ('posts', 'posts', 'count(*)'),
    ('items', 'data_items', 'count(*)'),
    ('mediaBytes', 'media_files', 'sum(bytes)')
  ) as kinds (kind, relation, amount) loop
    is_limited := exists (select from site_quotas where kind = counted.kind);
    for event in select * from (values
      ('new', 'insert', 'new table as changed'),
      ('gone', 'delete', 'old table as changed'),
      ('changed', 'update', 'old table as former new table as changed')
    ) as events (suffix, statement, tables) where suffix <> 'changed' or counted.kind = 'mediaBytes' loop
      is_enabled := (select tgenabled <> 'D' from pg_trigger where tgrelid = counted.relation::regclass
        and tgname = counted.relation || '_quota_' || event.suffix);
      if is_enabled is null and is_limited then
        execute format('create trigger %I after %s on %I referencing %s for each statement execute function count_quota(%L, %L)',
          counted.relation || '_quota_' || event.suffix, event.statement, counted.relation, event.tables,
          counted.kind, counted.amount);
      elsif is_enabled <> is_limited then
        execute format('alter table %I %s trigger %I', counted.relation,
          case when is_limited then 'enable' else 'disable' end, counted.relation || '_quota_' || event.suffix);
      end if;
    end loop;
  end loop;
end
$$;

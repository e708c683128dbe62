-- What happened to accounts, for whoever looks into a complaint. Rows are added, and go when they are old.
create table audit_events (
  site_id uuid not null,
  -- UUIDv7: its order is the order of what happened.
  id uuid not null,
  event text not null,
  created_at timestamptz not null,
  -- Who did it: member, visitor, owner, key, or server.
  actor text not null,
  key_id uuid,
  -- Whom it happened to.
  member_id uuid,
  -- HMAC of the e-mail, of attempts to sign in: there need not be a member.
  account text,
  app_id uuid,
  -- Two words from a closed list, of the browser that asked.
  browser text,
  device text,
  request_id uuid,
  facts jsonb,
  primary key (site_id, id)
);
create index audit_events_by_member on audit_events (site_id, member_id, id) where member_id is not null;
create index audit_events_by_account on audit_events (site_id, account, id) where account is not null;
create index audit_events_by_age on audit_events (created_at);

-- Rows stay as they were written. What of them leads to a person who was deleted may be forgotten, and nothing else changed.
create function keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '30 days' then return old; end if;
  elsif (new.site_id, new.id, new.event, new.created_at, new.actor, new.key_id, new.member_id, new.app_id, new.request_id, new.facts)
      is not distinct from
      (old.site_id, old.id, old.event, old.created_at, old.actor, old.key_id, old.member_id, old.app_id, old.request_id, old.facts)
      and new.account is null and new.browser is null and new.device is null then
    return new;
  end if;
  raise exception 'audit events are not changed';
end $$;
create trigger audit_events_stay before update or delete on audit_events
  for each row execute function keep_audit_event();

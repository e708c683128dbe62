-- What happened to the contents of the site, written in the transaction that made it happen.
create table events (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  -- Such as wix.blog.v3.post_created.
  type text not null,
  entity_id uuid not null,
  -- The how-manieth of this entity, from 1.
  sequence bigint not null,
  happened_at timestamptz not null,
  -- Who made it happen.
  identity jsonb not null,
  -- One of createdEvent, updatedEvent, deletedEvent, actionEvent. json: handed out as it was written.
  body json not null,
  -- A reader who goes by it, and leaves out transactions that are not over, misses nothing.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (site_id, id)
);
create index events_in_order on events (site_id, transaction, id);
create index events_by_age on events (happened_at);

-- Writers of one entity wait here for each other, so that the numbers are in the order of their commits.
create table event_sequences (
  site_id uuid not null references sites on delete cascade,
  fqdn text not null,
  entity_id uuid not null,
  last bigint not null,
  primary key (site_id, fqdn, entity_id)
);

create table webhook_subscriptions (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  app_id uuid not null,
  url text not null,
  event_types text[] not null,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- Since when no delivery has succeeded; one is tried at a time then.
  failing_since timestamptz,
  -- When the owner was told that deliveries are given up on; again after one that has succeeded.
  told_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, app_id) references apps (site_id, id) on delete cascade
);

create table webhook_deliveries (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  -- Those of one entity go out one after the other.
  fqdn text not null,
  entity_id uuid not null,
  sequence bigint not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'PARKED')),
  attempts integer not null default 0,
  -- Since it began to wait, or was sent for again by hand: what decides how long the next wait is.
  tries integer not null default 0,
  created_at timestamptz not null,
  available_at timestamptz not null default now(),
  locked_until timestamptz,
  settled_at timestamptz,
  primary key (site_id, id),
  unique (site_id, subscription_id, event_id),
  foreign key (site_id, subscription_id) references webhook_subscriptions (site_id, id) on delete cascade,
  foreign key (site_id, event_id) references events (site_id, id) on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (site_id, subscription_id, available_at) where status = 'WAITING';
create index webhook_deliveries_in_turn on webhook_deliveries (site_id, subscription_id, fqdn, entity_id, sequence)
  where status = 'WAITING';
create index webhook_deliveries_listed on webhook_deliveries (site_id, subscription_id, id desc);
create index webhook_deliveries_of_event on webhook_deliveries (site_id, event_id);

create table webhook_attempts (
  site_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  -- Until the answer was read, or there was no hope of one.
  milliseconds integer not null,
  -- Of the answer; without one there is an error.
  status integer,
  answer text,
  error text,
  primary key (site_id, delivery_id, number),
  foreign key (site_id, delivery_id) references webhook_deliveries (site_id, id) on delete cascade
);

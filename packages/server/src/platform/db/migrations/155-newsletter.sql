-- Subscriptions of members to new posts by email. The newsletter is sent with consent only, so this row, and not
-- mail_opt_outs, records that a member unsubscribed.
create table newsletter_subscriptions (
  site_id uuid not null,
  member_id uuid not null,
  status text not null check (status in ('PENDING', 'SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED')),
  -- Null: all posts.
  category_ids uuid[],
  -- Of the last confirmation email, whose link is valid for this time and address only.
  requested_at timestamptz,
  confirmed_at timestamptz,
  -- The email_key that was confirmed.
  confirmed_email text,
  ended_at timestamptz,
  -- Why the mail server rejected the address.
  bounce_reason text,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references members on delete cascade
);
create index newsletter_subscribers on newsletter_subscriptions (site_id, member_id) where status = 'SUBSCRIBED';

-- Posts whose emails the owner decided about. A post is sent once, so this row is never deleted before the post.
create table newsletter_posts (
  site_id uuid not null,
  post_id uuid not null,
  state text not null check (state in ('PLANNED', 'DECLINED', 'CANCELED', 'QUEUED', 'SENDING', 'SENT')),
  queued_at timestamptz,
  completed_at timestamptz,
  primary key (site_id, post_id),
  foreign key (site_id, post_id) references posts on delete cascade
);

-- One row for each post and member, so that no member gets a post twice.
create table newsletter_deliveries (
  site_id uuid not null,
  post_id uuid not null,
  member_id uuid not null,
  -- SENDING: the mail server may have accepted the email. DROPPED: the member was not to get it anymore.
  status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DROPPED')),
  reason text,
  -- The outbox entry, which is deleted after some time.
  mail_id uuid not null,
  updated_at timestamptz not null,
  primary key (site_id, post_id, member_id),
  foreign key (site_id, post_id) references newsletter_posts on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade
);
create index newsletter_deliveries_by_member on newsletter_deliveries (site_id, member_id);
create unique index newsletter_deliveries_by_mail on newsletter_deliveries (site_id, mail_id);

-- As for other emails, twelve attempts in about two days; the batches of a post are work inside the server.
select pgboss.create_queue(kind, '{"retryLimit": 11, "retryBackoff": true, "heartbeatSeconds": 10, "deadLetter": "dead-letter",
  "deleteAfterSeconds": 2592000, "retentionSeconds": 315360000}'::jsonb || options)
from (values
  ('newsletter', '{"policy": "stately", "retryDelay": 1, "expireInSeconds": 3600}'::jsonb),
  ('newsletter-mail', '{"policy": "standard", "retryDelay": 60, "retryDelayMax": 86400}')
) as kinds (kind, options);

-- What was sent for a second step and waits for an answer: a code that is typed in, or a question on a device.
create table challenges (
  site_id uuid not null,
  -- 'sign-in' or 'set-up': the one never answers the other.
  purpose text not null,
  -- The hash of the sign-in's state token, or the id of the factor that is set up.
  subject text not null,
  member_id uuid not null,
  type text not null,
  code_mac bytea,
  tries_left smallint not null,
  -- Of a question on a device: the hash of the token that it is answered with, the number to be chosen, and what came.
  push_hash bytea,
  push_number text,
  push_answer text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, purpose, subject),
  foreign key (site_id, member_id) references members on delete cascade
);
create index challenges_by_member on challenges (site_id, member_id);
create unique index challenges_by_push on challenges (site_id, push_hash) where push_hash is not null;
create index challenges_by_expiry on challenges (expires_at);

-- Where texts and calls go, in E.164.
alter table factors add column phone_number text;

-- Whether the password was last chosen by a link from a mail: then a code by mail proves nothing more.
alter table members add column password_by_mail boolean not null default false;

-- How a question on a device is answered in the development inbox.
alter table dev_inbox add column push jsonb;

-- Every key starts with site_id and ids are made by the server, so that the tables can be spread over nodes.

create table sites (
  id uuid primary key,
  name text not null,
  language text not null default 'en',
  created_at timestamptz not null default now()
);

create table settings (
  site_id uuid not null references sites on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (site_id, name)
);

-- Private keys are encrypted with SECRET_KEY.
create table signing_keys (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk_sealed bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (site_id, id)
);

create table apps (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  name text not null,
  redirect_uris text[] not null default '{}',
  origins text[] not null default '{}',
  refresh_tokens text not null default 'stable' check (refresh_tokens in ('stable', 'rotate')),
  created_at timestamptz not null default now(),
  primary key (site_id, id)
);

create table members (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  -- As typed, for mails; email_key is the normalised form that decides who is who.
  email text not null,
  email_key text not null,
  email_verified boolean not null default false,
  password_hash text,
  status text not null check (status in ('PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE')),
  pending_reasons text[] not null default '{}',
  slug text not null,
  profile jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  primary key (site_id, id),
  constraint members_email_key unique (site_id, email_key),
  constraint members_slug unique (site_id, slug)
);
create index members_by_status on members (site_id, status, created_at desc, id desc);

create table sessions (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  app_id uuid not null,
  role text not null check (role in ('visitor', 'member')),
  -- The member's id, or the visitor's own.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (site_id, id)
);
create index sessions_by_subject on sessions (site_id, subject_id);
create index sessions_by_expiry on sessions (expires_at);

create table refresh_tokens (
  site_id uuid not null,
  -- SHA-256 of the value; the value itself is never stored.
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, session_id) references sessions on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (site_id, session_id);

create table session_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  app_id uuid not null,
  member_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index session_tokens_by_expiry on session_tokens (expires_at);

create table authorization_codes (
  site_id uuid not null,
  code_hash bytea not null,
  app_id uuid not null,
  member_id uuid not null,
  redirect_uri text,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What the code was exchanged for, so that a second use can revoke it.
  session_id uuid,
  primary key (site_id, code_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index authorization_codes_by_expiry on authorization_codes (expires_at);

create table state_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  purpose text not null,
  app_id uuid not null,
  member_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index state_tokens_by_expiry on state_tokens (expires_at);

create table verification_codes (
  site_id uuid not null,
  member_id uuid not null,
  purpose text not null,
  -- HMAC of the code with a key made from SECRET_KEY: six digits alone could be guessed from a hash.
  code_mac bytea not null,
  tries_left integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, member_id, purpose),
  foreign key (site_id, member_id) references members on delete cascade
);
create index verification_codes_by_expiry on verification_codes (expires_at);

create table redirect_sessions (
  site_id uuid not null references sites on delete cascade,
  token_hash bytea not null,
  id uuid not null,
  app_id uuid not null,
  -- Where the answer may go: the registered Origin of the call for web_message, else redirect_uri.
  origin text,
  redirect_uri text,
  response_mode text not null,
  state text not null,
  code_challenge text not null,
  prompt text not null,
  session_token_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash)
);
create index redirect_sessions_by_expiry on redirect_sessions (expires_at);

-- What must leave the house: written in the transaction that causes it, carried out by a worker.
create table outbox (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  locked_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz,
  parked_at timestamptz,
  primary key (site_id, id)
);
create index outbox_waiting on outbox (available_at) where done_at is null and parked_at is null;

create table dev_inbox (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  code text,
  link text,
  created_at timestamptz not null default now(),
  primary key (site_id, id)
);

create table categories (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  slug text not null,
  language text not null,
  label text not null,
  description text,
  display_position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  constraint categories_slug unique (site_id, slug, language)
);

create table tags (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  slug text not null,
  language text not null,
  label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  constraint tags_slug unique (site_id, slug, language)
);

create table posts (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  slug text not null,
  language text not null,
  status text not null check (status in ('PUBLISHED', 'UNPUBLISHED', 'SCHEDULED', 'DELETED', 'IN_REVIEW')),
  title text not null,
  excerpt text not null default '',
  content_text text not null default '',
  -- json, not jsonb: it is handed out as it was stored, and nothing looks into it.
  rich_content json not null,
  authors text[] not null default '{}',
  member_id uuid,
  hashtags text[] not null default '{}',
  featured boolean not null default false,
  pinned boolean not null default false,
  commenting_enabled boolean not null default true,
  minutes_to_read integer not null default 1,
  hero_image jsonb,
  seo_data jsonb not null default '{"tags": []}',
  comment_count integer not null default 0,
  like_count integer not null default 0,
  view_count integer not null default 0,
  first_published_at timestamptz,
  last_published_at timestamptz,
  -- Where an import took the post from, and what it read there: importing again changes nothing.
  source_key text,
  source_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  constraint posts_slug unique (site_id, slug, language),
  constraint posts_source unique (site_id, source_key)
);
-- One for each order of listPosts, then one for each filter that may leave few posts.
create index posts_newest on posts (site_id, first_published_at desc, id desc) where status = 'PUBLISHED';
create index posts_feed on posts (site_id, pinned desc, first_published_at desc, id desc) where status = 'PUBLISHED';
create index posts_by_views on posts (site_id, view_count desc, first_published_at desc, id desc) where status = 'PUBLISHED';
create index posts_by_likes on posts (site_id, like_count desc, first_published_at desc, id desc) where status = 'PUBLISHED';
create index posts_by_title on posts (site_id, "left"(title, 200) collate "C", id) where status = 'PUBLISHED';
create index posts_by_language on posts (site_id, language, first_published_at desc, id desc) where status = 'PUBLISHED';
create index posts_featured on posts (site_id, pinned desc, first_published_at desc, id desc) where status = 'PUBLISHED' and featured;
create index posts_by_member on posts (site_id, member_id, first_published_at desc, id desc) where status = 'PUBLISHED' and member_id is not null;
create index posts_by_hashtag on posts using gin (hashtags);

create table post_categories (
  site_id uuid not null,
  post_id uuid not null,
  category_id uuid not null,
  position integer not null default 0,
  primary key (site_id, post_id, category_id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, category_id) references categories on delete cascade
);
create index post_categories_by_category on post_categories (site_id, category_id, post_id);

create table post_tags (
  site_id uuid not null,
  post_id uuid not null,
  tag_id uuid not null,
  position integer not null default 0,
  primary key (site_id, post_id, tag_id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, tag_id) references tags on delete cascade
);
create index post_tags_by_tag on post_tags (site_id, tag_id, post_id);

-- Former addresses, of any form, without a trailing slash.
create table redirect_paths (
  site_id uuid not null references sites on delete cascade,
  path text not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (site_id, path),
  foreign key (site_id, post_id) references posts on delete cascade
);
create index redirect_paths_by_post on redirect_paths (site_id, post_id);

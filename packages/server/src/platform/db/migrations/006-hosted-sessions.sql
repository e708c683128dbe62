-- A browser in which a member has signed in at the hosted pages. One that ends is deleted.
create table hosted_sessions (
  site_id uuid not null,
  -- SHA-256 of its two cookies: one for the hosted pages, one for silent sign-ins in a frame.
  token_hash bytea not null,
  silent_hash bytea not null,
  member_id uuid not null,
  -- When the member proved who they are: every sign-in opens a new one.
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  primary key (site_id, token_hash),
  constraint hosted_sessions_silent unique (site_id, silent_hash),
  foreign key (site_id, member_id) references members on delete cascade
);
create index hosted_sessions_by_member on hosted_sessions (site_id, member_id);
create index hosted_sessions_by_expiry on hosted_sessions (expires_at);

-- What it is for: signing in (auth), a hosted session for somebody who has tokens already (login), signing out (logout).
-- The last two know whom they are for; redirect_uri is then where the browser goes afterwards.
alter table redirect_sessions
  add column kind text not null default 'auth' check (kind in ('auth', 'login', 'logout')),
  add column member_id uuid,
  add column session_id uuid,
  alter column response_mode drop not null,
  alter column state drop not null,
  alter column code_challenge drop not null,
  alter column prompt drop not null,
  add constraint redirect_sessions_auth check (
    kind <> 'auth' or (response_mode is not null and state is not null and code_challenge is not null and prompt is not null)
  );

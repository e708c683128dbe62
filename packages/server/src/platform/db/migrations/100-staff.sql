-- The accounts of the console are members of a site of their own, which belongs to the site that they manage.
alter table sites add column staff_of uuid unique references sites on delete cascade;

create table staff (
  site_id uuid not null,
  member_id uuid not null,
  role text not null check (role in ('owner', 'editor', 'author', 'support')),
  created_at timestamptz not null default now(),
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references members on delete cascade
);

-- The link that creates the first account. There is at most one per site.
create table staff_setup_links (
  site_id uuid primary key references sites on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

alter table audit_events add column staff_id uuid;

-- Custom fields of members with web addresses.
alter table member_fields
  drop constraint member_fields_type_check,
  add constraint member_fields_type_check check (type in ('TEXT', 'NUMBER', 'DATE', 'URL', 'SOCIAL')),
  -- Of the type SOCIAL only.
  add column social_type text;

-- Members who follow other members.
create table member_followers (
  site_id uuid not null,
  -- The follower.
  member_id uuid not null,
  followed_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, member_id, followed_id),
  foreign key (site_id, member_id) references members on delete cascade,
  foreign key (site_id, followed_id) references members on delete cascade
);
create index member_followers_by_time on member_followers (site_id, member_id, created_at, followed_id);
create index member_followers_by_followed on member_followers (site_id, followed_id, created_at, member_id);

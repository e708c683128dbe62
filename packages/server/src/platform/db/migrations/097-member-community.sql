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

-- Badges that the owner gives to members.
create table member_badges (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  title text not null,
  description text,
  background_color text not null,
  text_color text not null,
  icon text,
  slug text not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create table member_badge_assignments (
  site_id uuid not null,
  badge_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, badge_id, member_id),
  foreign key (site_id, badge_id) references member_badges on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade
);
create index member_badge_assignments_by_member on member_badge_assignments (site_id, member_id);

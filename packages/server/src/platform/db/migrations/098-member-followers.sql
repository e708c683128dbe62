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

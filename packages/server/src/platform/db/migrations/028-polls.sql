-- Who has voted in a poll of a post, and for what. Polls and their options stand in the text of the post and have the ids that it gives them.
create table poll_votes (
  site_id uuid not null,
  post_id uuid not null,
  poll_id text not null,
  -- A visitor's or a member's; which of both, `member_id` tells.
  voter_id uuid not null,
  member_id uuid,
  option_ids text[] not null,
  voted_at timestamptz not null,
  primary key (site_id, post_id, poll_id, voter_id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade
);
create index poll_votes_of_member on poll_votes (site_id, member_id) where member_id is not null;

-- The figures, kept beside the votes so that a page need not count them. A member who goes takes the vote along, and not the figure.
create table poll_counts (
  site_id uuid not null,
  post_id uuid not null,
  poll_id text not null,
  -- Empty: how many have voted at all.
  option_id text not null,
  votes integer not null check (votes >= 0),
  primary key (site_id, post_id, poll_id, option_id),
  foreign key (site_id, post_id) references posts on delete cascade
);

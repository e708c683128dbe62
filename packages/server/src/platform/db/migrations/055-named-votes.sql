-- Whether a vote was cast where the poll says that it tells names. Votes from before stay without one, whatever the poll says later.
alter table poll_votes add column is_named boolean not null default false;
create index poll_votes_named on poll_votes (site_id, post_id, poll_id, voted_at desc) where is_named;

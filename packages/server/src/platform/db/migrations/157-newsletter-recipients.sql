-- The recipients of a post are determined once, when sending starts: a row for each, which is WAITING until its email is
-- queued.
-- contract: a server of the previous version takes a post whose recipients are all WAITING for sent.
alter table newsletter_deliveries alter column mail_id drop not null;
alter table newsletter_deliveries drop constraint newsletter_deliveries_status_check;
alter table newsletter_deliveries
  add constraint newsletter_deliveries_status_check check (status in ('WAITING', 'QUEUED', 'SENDING', 'SENT', 'FAILED', 'DROPPED'));
create index newsletter_deliveries_waiting on newsletter_deliveries (site_id, post_id, member_id) where status = 'WAITING';

-- Number of recipients when the emails were queued; from then on, the rows are counted.
alter table newsletter_posts add column recipients integer not null default 0;

-- Posts whose emails were being queued continue with the members who have not received theirs.
update newsletter_posts set state = 'QUEUED' where state = 'SENDING';

-- Rejecting members in bulk, with a search, and the progress of the job.
alter table member_jobs
  drop constraint member_jobs_action_check,
  add constraint member_jobs_action_check check (action in ('APPROVE', 'REJECT', 'BLOCK', 'DELETE')),
  add column search text,
  add column total integer not null default 0,
  add column processed integer not null default 0;

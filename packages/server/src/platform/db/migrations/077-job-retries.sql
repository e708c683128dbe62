-- Unexpected failures since the last progress of a job. A job waits longer after each, and fails permanently after the last.
alter table data_jobs
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz(3),
  add column last_error text;
alter table data_transfers
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz(3),
  add column last_error text;
create index data_jobs_dead_lettered on data_jobs (site_id)
  where status = 'FAILED' and last_error is not null and next_attempt_at is null;
create index data_transfers_dead_lettered on data_transfers (site_id)
  where status = 'FAILED' and last_error is not null and next_attempt_at is null;

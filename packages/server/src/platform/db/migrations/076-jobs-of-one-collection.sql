-- Which collection a job is of: another one that has come in the place of a deleted one has its id, and nothing to do with the job.
alter table data_jobs add column collection_created_at timestamptz(3);

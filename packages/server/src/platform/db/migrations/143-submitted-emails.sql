-- The addresses among the values of a submission before its first change, by target: replies and confirmations go to
-- these. Null while the values are those of the submitter.
alter table form_submissions add column submitted_emails jsonb;

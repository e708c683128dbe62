-- Emails that staff sent to submitters.
create table submission_replies (
  site_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- Name of the staff member at that time: the account may be removed later.
  author text,
  recipient text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, submission_id) references form_submissions on delete cascade
);
create index submission_replies_by_submission on submission_replies (site_id, submission_id, id);
create index form_submissions_by_tag on form_submissions using gin (tags) where deleted_at is null and tags <> '{}';

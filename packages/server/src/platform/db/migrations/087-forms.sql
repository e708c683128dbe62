create table forms (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  namespace text not null,
  name text,
  enabled boolean not null,
  -- All other properties of the form.
  definition jsonb not null,
  tags text[] not null default '{}',
  has_payment boolean not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when the form is in the trash bin.
  deleted_at timestamptz,
  primary key (site_id, id)
);
create index forms_by_update on forms (site_id, updated_at desc, id desc) where deleted_at is null;
create index forms_in_trash on forms (site_id, deleted_at) where deleted_at is not null;

create table form_submissions (
  site_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  namespace text not null,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED')),
  -- Who submitted it: a member, a visitor, an API key or the owner.
  submitter_kind text not null check (submitter_kind in ('member', 'visitor', 'key', 'owner')),
  submitter_id uuid,
  -- The submitter, if it is a member: the submissions of a deleted account are deleted.
  member_id uuid,
  field_values jsonb not null,
  -- The values in lower case, for searches.
  search_text text not null,
  consents jsonb not null default '[]',
  extended_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  seen boolean not null default false,
  revision bigint not null default 1,
  -- Of the submitter, the form, the values and the idempotency key.
  idempotency_hash bytea,
  checkout_id uuid,
  amount numeric(14, 2),
  currency text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, form_id) references forms on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade
);
create index form_submissions_by_form on form_submissions (site_id, form_id, created_at desc, id desc)
  where deleted_at is null;
create index form_submissions_by_namespace on form_submissions (site_id, namespace, created_at desc, id desc)
  where deleted_at is null;
create index form_submissions_by_submitter on form_submissions (site_id, submitter_id, form_id, created_at desc, id desc)
  where deleted_at is null;
create index form_submissions_of_member on form_submissions (site_id, member_id) where member_id is not null;
create index form_submissions_by_idempotency_hash on form_submissions (site_id, idempotency_hash)
  where idempotency_hash is not null;
create unique index form_submissions_by_checkout on form_submissions (site_id, checkout_id)
  where checkout_id is not null;
create index form_submissions_in_trash on form_submissions (site_id, form_id, deleted_at) where deleted_at is not null;
create index form_submissions_by_age on form_submissions (created_at);

-- Files that were uploaded for a form. Those without a submission are removed after a day.
alter table media_files
  add column form_id uuid,
  add column submission_id uuid,
  add foreign key (site_id, submission_id) references form_submissions on delete set null (submission_id);
create index media_files_of_submission on media_files (site_id, submission_id) where submission_id is not null;
create index media_files_without_submission on media_files (created_at)
  where form_id is not null and submission_id is null;

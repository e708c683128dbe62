-- Unpublished changes of forms.
create table form_drafts (
  site_id uuid not null,
  form_id uuid not null,
  -- All properties of the form, possibly incomplete.
  form jsonb not null,
  -- Digest of the published definition that the draft is based on.
  base_digest text not null,
  revision bigint not null default 1,
  updated_at timestamptz not null,
  -- Name of the staff member who saved it.
  updated_by text,
  primary key (site_id, form_id),
  foreign key (site_id, form_id) references forms on delete cascade
);

-- What a post, a published page or a member was before the last decision about it, so that staff can undo it exactly.
create table undo_states (
  site_id uuid not null references sites on delete cascade,
  entity_id uuid not null,
  state json not null,
  created_at timestamptz not null,
  primary key (site_id, entity_id)
);
create index undo_states_by_age on undo_states (created_at);

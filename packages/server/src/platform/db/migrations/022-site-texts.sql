-- Words of the hosted pages that the owner has put in the place of ours.
create table site_texts (
  site_id uuid not null,
  language text not null,
  key text not null,
  words text not null,
  updated_at timestamptz not null,
  primary key (site_id, language, key)
);

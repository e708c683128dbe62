-- Who uploaded a file for a form: others cannot submit it. Null for files uploaded before, and for those of the site.
alter table media_files
  add column uploader_kind text check (uploader_kind in ('member', 'visitor', 'key', 'owner')),
  add column uploader_id uuid;

-- Folders of the media library.
create table media_folders (
  site_id uuid not null references sites on delete cascade,
  id uuid not null,
  parent_id uuid,
  name text not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, parent_id) references media_folders
);
create unique index media_folders_by_name on media_folders (site_id, parent_id, name) nulls not distinct;

alter table media_files
  drop constraint media_files_uploader_kind_check,
  add constraint media_files_uploader_kind_check
    check (uploader_kind in ('member', 'visitor', 'key', 'owner', 'staff')),
  add column folder_id uuid,
  -- When the file was moved to the trash.
  add column trashed_at timestamptz,
  add foreign key (site_id, folder_id) references media_folders on delete set null (folder_id);
create index media_files_by_folder on media_files (site_id, folder_id) where folder_id is not null;

-- Files that were replaced: their URLs redirect to the new file.
create table media_replacements (
  site_id uuid not null,
  former_id text not null,
  file_id text not null,
  replaced_at timestamptz not null,
  primary key (site_id, former_id),
  foreign key (site_id, file_id) references media_files on update cascade on delete cascade
);
create index media_replacements_by_file on media_replacements (site_id, file_id);

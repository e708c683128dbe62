-- Custom fields of members with web addresses.
alter table member_fields
  drop constraint member_fields_type_check,
  add constraint member_fields_type_check check (type in ('TEXT', 'NUMBER', 'DATE', 'URL', 'SOCIAL')),
  -- Of the type SOCIAL only.
  add column social_type text;

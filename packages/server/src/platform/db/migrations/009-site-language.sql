-- The language is a setting like the others, and has its one home among them.
insert into settings (site_id, name, value)
  select id, 'language', to_jsonb(language) from sites where language <> 'en';
alter table sites drop column language;

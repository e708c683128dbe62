-- Words of the owner's own in the place of the built-in ones, a mail and a language each. What is null is built in, or made
-- from the other part.
create table mail_templates (
  site_id uuid not null,
  kind text not null,
  language text not null,
  subject text,
  body_text text,
  body_html text,
  updated_at timestamptz not null,
  primary key (site_id, kind, language)
);

-- The browser that a session was opened in, so that a session ends with what would bring it back there, and nowhere else. An id of
-- no meaning: the hosted session that takes the place of another one in a browser keeps it. Null in what is older than this.
alter table hosted_sessions add column browser_id uuid;
alter table authorization_codes add column browser_id uuid;
alter table sessions add column browser_id uuid;

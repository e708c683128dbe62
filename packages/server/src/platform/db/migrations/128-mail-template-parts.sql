-- Parts of an email that the console edits. Null is built in. A text or HTML of the owner replaces them.
alter table mail_templates
  add column preheader text,
  add column heading text,
  add column body text,
  add column button text,
  add column closing text;

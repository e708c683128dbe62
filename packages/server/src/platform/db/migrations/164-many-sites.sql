-- Public URL of an additional site of the installation; null for the main site, whose URL is PUBLIC_URL, and for staff
-- sites. Jobs name their site in their data; those without data belong to the main site.
alter table sites add column url text unique;
-- Sender of its emails. Default: MAIL_FROM.
alter table sites add column mail_from text;
-- The site is being deleted: no node serves it.
alter table sites add column removed_at timestamptz;

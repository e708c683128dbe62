-- The latest wrong code: entering it again does not count as another attempt.
alter table verification_codes add column failed_mac bytea;
alter table challenges add column failed_mac bytea;
alter table email_changes add column failed_mac bytea;

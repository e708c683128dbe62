alter table sessions drop column places;
alter table authorization_codes drop column place;
-- `ask` still checks the device.
update settings set value = '"ask"' where name = 'riskySignIns' and value = '"places"';

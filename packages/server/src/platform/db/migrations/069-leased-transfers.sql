-- An import or export whose items meet hooks belongs to one worker for a while: no transaction waits for a hook, so that no row is held.
alter table data_transfers add column leased_until timestamptz(3);

-- The secret key of a site that was restored from an installation with another SECRET_KEY, encrypted with the key of this
-- installation. Null: the key is SECRET_KEY, or is derived from it.
alter table sites add column secret_key bytea;

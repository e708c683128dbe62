-- A member's photo: the id of its file in the media folder, and its size in pixels.
alter table members add column photo jsonb;

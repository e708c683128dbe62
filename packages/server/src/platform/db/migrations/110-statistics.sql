-- Views of posts by day in the time zone that the site had then.
create table post_view_days (
  site_id uuid not null,
  post_id uuid not null,
  day date not null,
  views integer not null,
  primary key (site_id, day, post_id),
  foreign key (site_id, post_id) references posts on delete cascade
);
create index post_view_days_of_post on post_view_days (site_id, post_id);

-- Read without the rows: a large site has millions.
create index audit_sign_ins on audit_events (site_id, created_at) where event = 'signed-in';

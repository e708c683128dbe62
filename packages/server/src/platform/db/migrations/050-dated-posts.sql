-- Posts that are published and dated later: nobody has been told of them, and will be at their date.
create table dated_posts (
  site_id uuid not null,
  post_id uuid not null,
  appears_at timestamptz not null,
  primary key (site_id, post_id),
  foreign key (site_id, post_id) references posts (site_id, id) on delete cascade
);
create index dated_posts_due on dated_posts (site_id, appears_at);

insert into dated_posts (site_id, post_id, appears_at)
select site_id, id, first_published_at from posts where status = 'PUBLISHED' and first_published_at > now();

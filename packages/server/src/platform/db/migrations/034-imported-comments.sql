-- Comments of blogs that were imported: kept as data, shown by nothing yet, and gone with their post.
create table imported_comments (
  site_id uuid not null,
  post_id uuid not null,
  id text not null,
  parent_id text,
  author text not null,
  email text,
  url text,
  body text not null,
  status text not null check (status in ('APPROVED', 'PENDING', 'SPAM', 'TRASH')),
  created_at timestamptz not null,
  primary key (site_id, post_id, id),
  foreign key (site_id, post_id) references posts on delete cascade
);

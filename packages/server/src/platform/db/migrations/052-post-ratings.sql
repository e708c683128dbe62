-- How many stars a post was given, by a member or by a visitor by the id in their token.
create table post_ratings (
  site_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  member_id uuid,
  visitor_id uuid,
  stars smallint not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade,
  check (num_nonnulls(member_id, visitor_id) = 1)
);
-- One rating each.
create unique index post_ratings_by_member on post_ratings (site_id, member_id, post_id) where member_id is not null;
create unique index post_ratings_by_visitor on post_ratings (site_id, visitor_id, post_id) where visitor_id is not null;
create index post_ratings_by_post on post_ratings (site_id, post_id);

alter table posts
  add column rating_count integer not null default 0,
  -- Of all their stars.
  add column rating_sum bigint not null default 0;

-- However a rating comes, changes or goes, with its member too, the figures go with it.
create function count_post_rating() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts set rating_count = rating_count + 1, rating_sum = rating_sum + new.stars
    where site_id = new.site_id and id = new.post_id;
  elsif tg_op = 'UPDATE' then
    update posts set rating_sum = rating_sum + new.stars - old.stars where site_id = new.site_id and id = new.post_id;
  else
    update posts set rating_count = rating_count - 1, rating_sum = rating_sum - old.stars
    where site_id = old.site_id and id = old.post_id;
  end if;
  return null;
end
$$;
create trigger post_ratings_counted after insert or delete or update of stars on post_ratings
for each row execute function count_post_rating();

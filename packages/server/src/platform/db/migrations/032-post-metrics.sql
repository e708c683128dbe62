-- Who likes a post: a member, or a visitor by the id in their token.
create table post_likes (
  site_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  member_id uuid,
  visitor_id uuid,
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade,
  check (num_nonnulls(member_id, visitor_id) = 1)
);
-- One like each.
create unique index post_likes_by_member on post_likes (site_id, member_id, post_id) where member_id is not null;
create unique index post_likes_by_visitor on post_likes (site_id, visitor_id, post_id) where visitor_id is not null;
create index post_likes_by_post on post_likes (site_id, post_id, created_at desc, id desc);

-- However a like comes or goes, with its member too, the figure goes with it.
create function count_post_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts set like_count = like_count + 1 where site_id = new.site_id and id = new.post_id;
  else
    update posts set like_count = greatest(like_count - 1, 0) where site_id = old.site_id and id = old.post_id;
  end if;
  return null;
end
$$;
create trigger post_likes_counted after insert or delete on post_likes for each row execute function count_post_like();

-- Who has seen a post in the last 24 hours, as an HMAC that is another for each post: no address, and nothing to follow anybody by.
create table post_viewers (
  site_id uuid not null,
  post_id uuid not null,
  viewer bytea not null,
  seen_at timestamptz not null,
  primary key (site_id, post_id, viewer),
  foreign key (site_id, post_id) references posts on delete cascade
);
create index post_viewers_over on post_viewers (seen_at);

-- How many posts were published in each month of UTC: to count a million takes longer than to read a page of them.
create table post_months (
  site_id uuid not null references sites on delete cascade,
  language text not null,
  month date not null,
  post_count integer not null,
  primary key (site_id, language, month)
);
-- What is not in post_months yet. Writers only add to it, so that none waits for another.
create table post_month_changes (
  site_id uuid not null,
  language text not null,
  month date not null,
  change integer not null
);
create index post_month_changes_of_site on post_month_changes (site_id);

create function utc_month(moment timestamptz) returns date language sql immutable parallel safe as $$
  select date_trunc('month', moment at time zone 'UTC')::date
$$;

insert into post_months (site_id, language, month, post_count)
select site_id, language, utc_month(first_published_at), count(*) from posts
where status = 'PUBLISHED' and first_published_at is not null group by 1, 2, 3;

create function count_new_posts() returns trigger language plpgsql as $$
begin
  insert into post_month_changes (site_id, language, month, change)
  select site_id, language, utc_month(first_published_at), count(*) from added
  where status = 'PUBLISHED' and first_published_at is not null group by 1, 2, 3;
  return null;
end
$$;
create function count_changed_post() returns trigger language plpgsql as $$
begin
  if old.status = 'PUBLISHED' and old.first_published_at is not null then
    insert into post_month_changes (site_id, language, month, change)
    values (old.site_id, old.language, utc_month(old.first_published_at), -1);
  end if;
  if tg_op = 'UPDATE' and new.status = 'PUBLISHED' and new.first_published_at is not null then
    insert into post_month_changes (site_id, language, month, change)
    values (new.site_id, new.language, utc_month(new.first_published_at), 1);
  end if;
  return null;
end
$$;
create trigger posts_counted_new after insert on posts referencing new table as added
for each statement execute function count_new_posts();
create trigger posts_counted_changed after update of status, language, first_published_at on posts for each row
when ((old.status, old.language, old.first_published_at) is distinct from (new.status, new.language, new.first_published_at))
execute function count_changed_post();
create trigger posts_counted_gone after delete on posts for each row
when (old.status = 'PUBLISHED') execute function count_changed_post();

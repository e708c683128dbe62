-- Comments on posts, by members or imported. A thread has the id of its first comment.
create table comments (
  site_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  thread_id uuid not null,
  parent_id uuid,
  member_id uuid,
  -- Of imported comments: the id in the source, and who wrote it.
  source_id text,
  author text,
  email text,
  url text,
  body text not null,
  status text not null check (status in ('PUBLISHED', 'PENDING', 'SPAM', 'DELETED')),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- When a moderator decided; a later import leaves the status then.
  moderated_at timestamptz,
  deleted_at timestamptz,
  -- When the emails about its publication were queued; they are sent once.
  announced_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, post_id) references posts on delete cascade,
  foreign key (site_id, thread_id) references comments on delete cascade deferrable initially deferred,
  foreign key (site_id, parent_id) references comments on delete set null (parent_id) deferrable initially deferred,
  foreign key (site_id, member_id) references members on delete set null (member_id)
);
create unique index comments_by_source on comments (site_id, post_id, source_id) where source_id is not null;
create index comments_by_post on comments (site_id, post_id, thread_id);
create index comments_by_thread on comments (site_id, thread_id);
create index comments_by_parent on comments (site_id, parent_id) where parent_id is not null;
create index comments_by_member on comments (site_id, member_id) where member_id is not null;
create index comments_by_status on comments (site_id, status, id);

create table comment_reports (
  site_id uuid not null,
  comment_id uuid not null,
  member_id uuid not null,
  reported_at timestamptz not null,
  primary key (site_id, comment_id, member_id),
  foreign key (site_id, comment_id) references comments on delete cascade,
  foreign key (site_id, member_id) references members on delete cascade
);

-- Addresses that do not want emails of a topic, by the hash of the address.
create table mail_opt_outs (
  site_id uuid not null references sites on delete cascade,
  address_hash bytea not null,
  topic text not null,
  created_at timestamptz not null,
  primary key (site_id, topic, address_hash)
);

with recursive sources as (
  select site_id, post_id, id as source_id, parent_id as source_parent, author, email, url, body, status, created_at,
    -- UUIDv7; PostgreSQL has a function for it from version 18 on.
    (lpad(to_hex(greatest(0, extract(epoch from created_at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as id
  from imported_comments
), roots as (
  select s.*, s.id as thread_id, null::uuid as parent_uuid from sources s
  where not exists (select from sources p where p.site_id = s.site_id and p.post_id = s.post_id and p.source_id = s.source_parent)
  union all
  select s.*, r.thread_id, r.id from sources s
  join roots r on r.site_id = s.site_id and r.post_id = s.post_id and r.source_id = s.source_parent
)
insert into comments (site_id, id, post_id, thread_id, parent_id, source_id, author, email, url, body, status, created_at, announced_at)
select site_id, id, post_id, thread_id, parent_uuid, source_id, author, email, url, body,
  case status when 'APPROVED' then 'PUBLISHED' when 'TRASH' then 'DELETED' else status end, created_at, now()
from (
  select * from roots
  union all
  -- Comments that reply to each other start threads.
  select s.*, s.id, null from sources s where not exists (select from roots r where r.id = s.id)
) threads;
drop table imported_comments;

update posts p set comment_count = c.published from (
  select site_id, post_id, count(*) as published from comments where status = 'PUBLISHED' group by site_id, post_id
) c where p.site_id = c.site_id and p.id = c.post_id;

-- The number of published comments follows every change, whoever makes it.
create function count_comment() returns trigger language plpgsql as $$
declare change integer := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'PUBLISHED' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = 'PUBLISHED' then change := change + 1; end if;
  if change <> 0 then
    update posts set comment_count = greatest(0, comment_count + change)
    where site_id = coalesce(new.site_id, old.site_id) and id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end
$$;
create trigger comments_counted after insert or delete or update of status on comments
for each row execute function count_comment();

create trigger comments_page_new after insert on comments referencing new table as changed
for each statement execute function note_page_change();
create trigger comments_page_changed after update on comments referencing new table as changed
for each statement execute function note_page_change();
create trigger comments_page_gone after delete on comments referencing old table as changed
for each statement execute function note_page_change();

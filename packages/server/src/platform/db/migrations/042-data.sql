-- Collections of a site's own items, and the items of all of them.
create table data_collections (
  site_id uuid not null references sites on delete cascade,
  id text collate "C" not null,
  display_name text,
  display_field text,
  -- Fields, plugins and the order they are shown in, as on the wire.
  definition jsonb not null default '{}',
  -- Who may, in words of the levels: ANYONE, SITE_MEMBER, SITE_MEMBER_AUTHOR, CMS_EDITOR, PRIVILEGED.
  read_level text not null default 'PRIVILEGED',
  insert_level text not null default 'PRIVILEGED',
  update_level text not null default 'PRIVILEGED',
  remove_level text not null default 'PRIVILEGED',
  -- Members who may more: [{id, userId, itemRead, …}].
  special_permissions jsonb not null default '[]',
  strict boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (site_id, id)
);

create table data_items (
  site_id uuid not null,
  collection_id text collate "C" not null,
  id text collate "C" not null,
  -- A member, a visitor, a key or, for the command line, the site.
  owner_id uuid not null,
  created_at timestamptz(3) not null,
  -- It grows with every change, so that it tells one state of an item from another.
  updated_at timestamptz(3) not null,
  -- The fields; what the columns say is not in it. Dates are {"$date": "2024-05-06T07:08:09.123Z"}, and no other object has that key.
  data jsonb not null,
  primary key (site_id, collection_id, id),
  foreign key (site_id, collection_id) references data_collections on delete cascade
);
create index data_items_by_date on data_items (site_id, collection_id, created_at, id);

-- Fields that refer to many items: one row for each, in the order in which they were added.
create table data_references (
  site_id uuid not null,
  collection_id text collate "C" not null,
  field text collate "C" not null,
  item_id text collate "C" not null,
  referenced_id text collate "C" not null,
  added_at timestamptz not null,
  place integer not null,
  primary key (site_id, collection_id, field, item_id, referenced_id),
  foreign key (site_id, collection_id, item_id) references data_items on delete cascade
);
create index data_references_back on data_references (site_id, collection_id, field, referenced_id);

-- The place of a value in the order of all values, as one text to be compared byte by byte: nothing, booleans, numbers, texts, dates,
-- lists, objects. Of a text the first 200 characters decide. Bytes of a float, sign first, have the order of numbers; those of negative
-- ones the opposite.
create function data_sort_key(value jsonb) returns text language sql immutable parallel safe as $$
  select (case jsonb_typeof(value)
    when 'boolean' then '1' || (value #>> '{}')
    when 'number' then
      case when (value #>> '{}')::float8 >= 0
        then '2p' || encode(float8send((value #>> '{}')::float8 + 0), 'hex')
        else '2n' || translate(encode(float8send((value #>> '{}')::float8), 'hex'), '0123456789abcdef', 'fedcba9876543210')
      end
    when 'string' then '3' || "left"(value #>> '{}', 200)
    when 'array' then '5'
    when 'object' then case when value ? '$date' then '4' || (value ->> '$date') else '6' end
    else ''
  end)
$$;

-- An instant as items tell it.
create function data_date(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

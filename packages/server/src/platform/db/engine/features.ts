/** A feature of PostgreSQL that Porchlight uses. */
export interface EngineFeature {
  name: string;
  /** Keywords, functions, types, and operators of the feature, separated by spaces; phrases in quotation marks. */
  vocabulary: string;
  /** The consequence if the feature is missing. */
  consequence: string;
  /** Statements that only work if the feature does, run in a schema that is removed. `ok` in a result must be true. */
  probe: readonly string[];
  /** Whether Porchlight does not start without it, or data would not be safe. */
  isRequired: boolean;
}

type DefineFeature = (name: string, vocabulary: string, consequence: string, statements: string) => EngineFeature;

const define =
  (isRequired: boolean): DefineFeature =>
  (name, vocabulary, consequence, statements) => ({
    name,
    vocabulary,
    consequence,
    probe: statements.split(/;\n\s*/),
    isRequired,
  });
const required = define(true);
const optional = define(false);

const table = "create table probe (id integer primary key, parent integer, value text, body jsonb, at timestamptz)";

/** Features in use beyond plain SQL. `scripts/sql-vocabulary.test.ts` compares the vocabulary with all statements. */
// biome-ignore format: one line for each statement
export const engineFeatures: readonly EngineFeature[] = [
  required("schema changes", 'alter drop rename truncate cascade restrict "create schema" current_schema to_regnamespace', "migrations fail",
    `${table};
      alter table probe add column more text not null default '';
      drop table probe`),
  required("upserts", "conflict nothing", "most changes fail",
    `${table};
      insert into probe (id) values (1) on conflict (id) do update set value = excluded.value where probe.id > 0;
      insert into probe (id) values (1) on conflict do nothing`),
  required("data-modifying CTEs", "returning materialized", "webhooks, statistics, and item changes fail",
    `${table};
      with source as materialized (select 1 as id), changed as (insert into probe (id) select id from source returning id)
        select count(*) = 1 as ok from changed`),
  required("row locks", 'share "for update" "for key share" "for no key update"', "concurrent changes overwrite each other",
    `${table};
      select from probe for update;
      select from probe for key share;
      select from probe p for share of p`),
  required("SKIP LOCKED", "skip locked", "background jobs do not run",
    `${table};
      select from probe for update skip locked`),
  required("foreign keys", "foreign references", "migrations fail",
    `create table site (id integer primary key);
      create table post (site_id integer references site on delete cascade, id integer, primary key (site_id, id));
      create table tag (site_id integer, id integer, foreign key (site_id, id) references post on delete cascade)`),
  required("deferrable keys", "deferrable deferred initially", "comments cannot be stored",
    `create table probe (site integer, id integer, parent integer, primary key (site, id),
        foreign key (site, parent) references probe on delete set null (parent) deferrable initially deferred);
      insert into probe values (1, 1, 2), (1, 2, null);
      set constraints all immediate`),
  required("triggers", "trigger referencing each before after old new statement", "caches and live lists miss changes",
    `${table};
      create function note() returns trigger language plpgsql as $$ begin perform count(*) from changed; return null; end $$;
      create trigger noted after insert on probe referencing new table as changed for each statement execute function note();
      insert into probe (id) values (1)`),
  required("PL/pgSQL", 'function language returns return declare volatile execute "do $" plpgsql instead continue', "migrations fail",
    `create function twice(n integer) returns integer language plpgsql set lock_timeout = '1s' as $$ begin return n * 2; end $$;
      do $$ begin for n in 1..2 loop continue when n = 1; execute 'select 1'; end loop; end $$;
      select twice(2) = 4 as ok`),
  required("SQL functions", 'immutable stable parallel strict "language sql"', "migrations fail",
    `create function twice(n integer) returns integer language sql immutable parallel safe as $$ select n * 2 $$;
      select twice(2) = 4 as ok`),
  optional("temporary tables", "temporary", "a single site cannot be restored",
    `create temporary table restored on commit drop as select 1 as id;
      select count(*) = 1 as ok from pg_temp.restored`),
  required("views", "view", "drafts cannot be read",
    `${table};
      create view seen as select id from probe;
      create or replace view seen as select id from probe`),
  required("generated columns", "generated always stored", "live lists miss changes",
    `create table probe (id integer, double integer generated always as (id * 2) stored)`),
  required("partitioned tables", '"partition by list" attach defaults', "the job queue cannot be created",
    `create table probe (name text, primary key (name)) partition by list (name);
      create table part partition of probe for values in ('a');
      create table other (like part including defaults);
      alter table probe attach partition other for values in ('b')`),
  required("enum types", 'enum "create type"', "the job queue cannot be created",
    `create type state as enum ('created', 'active');
      select 'created'::state < 'active'::state as ok`),
  required("unlogged tables", "unlogged", "migrations fail",
    `create unlogged table probe (id integer)`),
  required("partial indexes", 'include "create unique index" desc', "migrations fail",
    `${table};
      create unique index one on probe (parent desc, lower(value)) include (at) where value is not null;
      insert into probe (id, parent, value) values (1, 1, 'a') on conflict (parent, lower(value)) where value is not null do nothing`),
  required("NULLS NOT DISTINCT", 'nulls "nulls not distinct"', "migrations fail",
    `create table probe (id integer, unique nulls not distinct (id))`),
  required("GIN indexes", "gin jsonb_path_ops", "searches read whole tables, and migrations fail",
    `create table probe (tags text[], body jsonb, document tsvector);
      create index tags on probe using gin (tags);
      create index body on probe using gin ((body -> 'a') jsonb_path_ops);
      create index document on probe using gin (document)`),
  required("C collation", "collate", "pages of lists skip or repeat rows",
    `create table probe (id text collate "C" primary key);
      create index by_start on probe ("left"(id, 200) collate "C");
      select ('a' collate "C") > 'B' as ok`),
  required("JSON operators", "-> ->> #> #>> @> ?| jsonb jsonb_set jsonb_typeof jsonb_strip_nulls jsonb_array_length", "items and drafts cannot be read",
    `select b -> 'a' ->> 0 = '1' and b #>> '{a,0}' = '1' and b @> '{"a": [1]}' and b ? 'a' and b ?| '{a}' and
        jsonb_set(b, '{c}', '2') - 'a' = '{"c": 2}' as ok from (values ('{"a": [1]}'::jsonb)) v (b)`),
  required("JSON functions", "json json_agg json_build_array json_build_object json_strip_nulls json_to_recordset json_populate_record jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_build_array jsonb_build_object jsonb_each jsonb_object_agg row_to_json to_json to_jsonb", "posts and items cannot be read",
    `select json_build_object('a', json_agg(e.value order by e.place))::text = '{"a" : ["x"]}' as ok
        from jsonb_array_elements_text('["x"]') with ordinality as e (value, place);
      select to_jsonb(r) = '{"a": 1}' as ok from json_to_recordset('[{"a": 1}]') as r (a integer)`),
  optional("JSON paths", "@? jsonb_path_query", "the search in items and the sitemap fail",
    `select '{"a": "noindex"}'::jsonb @? '$.a ? (@ like_regex "no")' and
        (select count(*) = 1 from jsonb_path_query('{"a": "x"}', '$.** ? (@.type() == "string")')) as ok`),
  required("full-text search", "@@ tsvector tsquery to_tsquery to_tsvector ts_headline ts_rank setweight regconfig", "migrations and the search of the blog fail",
    `select setweight(to_tsvector('english', 'rising doughs'), 'A') @@ to_tsquery('english', 'dough:*') and
        ts_headline('english', 'doughs', to_tsquery('english', 'dough')) = '<b>doughs</b>' as ok`),
  optional("Unicode", "lower normalize", "names and filters that differ in the case of letters beyond ASCII do not match",
    `select normalize('a' || chr(776)) = chr(228) and lower(chr(196)) = chr(228) as ok`),
  required("regular expressions", "~ regexp_replace regexp_matches ilike", "filters and the job queue fail",
    `select regexp_replace('a1', '[0-9]', 'b') = 'ab' and 'abc' ~ '^a' and 'ABC' ilike 'a%' as ok`),
  required("lateral joins", "lateral", "lists of posts cannot be read",
    `select l.n = 2 as ok from (values (1)) v (n) left join lateral (select v.n + 1 as n) l on true`),
  required("arrays", "unnest ordinality array_agg array_prepend array_remove cardinality && array any", "most reads fail",
    `select array_agg(u.id order by u.place) = '{b,a}' and '{a}'::text[] && '{a,b}' and 'a' = any('{a}') as ok
        from unnest('{b,a}'::text[], '{1,2}'::integer[]) with ordinality as u (id, number, place)`),
  required("window functions", "row_number over preceding unbounded following", "lists and jobs fail",
    `select row_number() over (partition by n % 2 order by n) > 0 as ok from generate_series(1, 4) n`),
  required("aggregates with conditions", "filter string_agg bool_and bool_or width_bucket", "statistics fail",
    `select count(*) filter (where n > 1) = 1 and string_agg(n::text, ',' order by n) = '1,2' as ok from generate_series(1, 2) n`),
  optional("DISTINCT ON", '"distinct on"', "the sitemap fails",
    `select distinct on (n) n = 1 as ok from (values (1)) v (n) order by n`),
  required("recursive queries", "recursive", "threads of comments cannot be read",
    `with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select count(*) = 3 as ok from r`),
  required("dates", "timestamptz interval date_trunc date_part extract make_interval to_char to_date to_timestamp timestamp clock_timestamp age zone", "statistics and schedules fail",
    `select to_char(date_trunc('day', '2026-01-02 03:04Z'::timestamptz, 'UTC') at time zone 'Europe/Berlin', 'HH24') = '01'
        and now() - make_interval(secs => 1) < clock_timestamp() as ok`),
  required("hashes and ids", "gen_random_uuid sha256 sha224 md5 uuid bytea encode convert_to float8send", "codes and jobs fail",
    `select encode(sha256(convert_to('a', 'UTF8')), 'hex') like 'ca978%' and gen_random_uuid() is not null as ok`),
  required("transaction ids", "xid8 pg_snapshot pg_current_xact_id pg_current_snapshot pg_snapshot_xmin pg_visible_in_snapshot", "caches are stale, and live streams miss events",
    `create table probe (at xid8 not null default pg_current_xact_id());
      insert into probe default values;
      select at >= pg_snapshot_xmin(pg_current_snapshot()) and not pg_visible_in_snapshot(at, pg_current_snapshot()) as ok
        from probe`),
  optional("WAL positions (LSN)", "pg_current_wal_insert_lsn pg_is_in_recovery pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp", "DATABASE_REPLICA_URL cannot be used",
    `select pg_current_wal_insert_lsn()::text ~ '^[0-9A-F]+/[0-9A-F]+$' and not pg_is_in_recovery() as ok;
      select pg_last_wal_receive_lsn() is null or pg_last_wal_replay_lsn() is null or pg_last_xact_replay_timestamp() is null as ok`),
  optional("snapshots", 'isolation repeatable "read only"', "exports and backups are inconsistent",
    `set transaction isolation level repeatable read, read only;
      select current_setting('transaction_isolation') = 'repeatable read' as ok`),
  required("row identifiers (ctid)", "ctid", "statistics of posts fail",
    `${table};
      insert into probe (id) values (1), (2);
      delete from probe where ctid = any(array(select ctid from probe limit 1 for update skip locked));
      select count(*) = 1 as ok from probe`),
  required("savepoints", "savepoint release", "bulk changes fail",
    `${table};
      savepoint a;
      insert into probe (id) values (1);
      rollback to savepoint a;
      select count(*) = 0 as ok from probe`),
  required("statement timeouts", 'set_config current_setting "set local"', "slow statements block others",
    `set local statement_timeout = 1000;
      select set_config('lock_timeout', '1s', true);
      select current_setting('statement_timeout') = '1s' as ok`),
  optional("table locks", '"lock table" exclusive', "backups fail, and migrations of existing databases",
    `${table};
      lock table probe in share update exclusive mode;
      select count(*) > 0 as ok from pg_locks where relation = 'probe'::regclass and mode = 'ShareUpdateExclusiveLock' and granted`),
  optional("COPY", "copy stdin stdout", "backups fail",
    `copy (select 1) to stdout`),
  optional("catalogs", "regclass to_regclass obj_description pg_get_indexdef pg_get_constraintdef pg_get_expr pg_get_statisticsobjdef current_database pg_has_role pg_table_size pg_relation_size pg_database_size pg_options_to_table", "backups and indexes of collections fail",
    `${table};
      select pg_get_indexdef(x.indexrelid) like 'CREATE UNIQUE INDEX%' and pg_table_size('probe'::regclass) >= 0 and pg_database_size(current_database()) >= 0 and
        to_regclass('probe') is not null as ok from pg_index x where x.indrelid = 'probe'::regclass;
      select count(*) >= 0 as ok from pg_stat_activity a, pg_trigger t, pg_statistic_ext s, pg_depend d where false`),
];

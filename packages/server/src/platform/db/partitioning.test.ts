import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";

const { db } = await openTestDatabase();

/** Unique indexes of the tables of sites that lack `site_id`. */
const withoutSite = sql<{ name: string }>`
  select i.relname::text as name from pg_index x join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = x.indrelid and a.attname = 'site_id'
  where x.indisunique and i.relnamespace = 'public'::regnamespace and not a.attnum = any(x.indkey)`;
/** Tables without `site_id`, and those without a primary key. */
const exceptions = sql<{ name: string }>`
  select c.relname::text as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id')
    and exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary))
  order by 1`;
/** Foreign keys whose tables could be on different machines. */
const foreignKeys = sql<{ name: string }>`
  select conrelid::regclass::text as name from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) not like 'FOREIGN KEY (site_id%'`;

it("has keys that allow partitioning by site, with the exceptions that the documentation names", async () => {
  const names = async (query: typeof withoutSite) => (await query.execute(db)).rows.map(({ name }) => name);
  expect(await names(exceptions)).toEqual(["migrations", "sites"]);
  expect(await names(withoutSite)).toEqual(["data_indexes_relation_key"]);
  expect(await names(foreignKeys)).toEqual(["sites"]);
});

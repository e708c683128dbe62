import { rmSync, statSync } from "node:fs";
import { startEmbeddedEngine } from "@porchlight/server/embedded-engine";
import pg from "pg";
import { makeDataDir, runCommand } from "../tests/product.ts";

/**
 * Measures the inputs of `docs/operations/capacity.md`: bytes per row, with indexes, write-ahead log per insert, and
 * the duration of a backup and of a restore. `npx node bench/row-sizes.ts`, about two minutes.
 */
const rows = { members: 5_000, posts: 500, items: 5_000, other: 10_000 };

/** Statements that fill tables which `seed` leaves empty, with `$2` rows of the site `$1`. */
const inserts: Readonly<Record<string, string>> = {
  sessions: `insert into sessions (site_id, id, app_id, role, subject_id, expires_at, absolute_expires_at, browser, device, browser_id)
    select $1::uuid, gen_random_uuid(), gen_random_uuid(), 'member', gen_random_uuid(), now(), now(), 'Firefox 145', 'Windows', gen_random_uuid()
    from generate_series(1, $2)`,
  refresh_tokens: `insert into refresh_tokens (site_id, token_hash, session_id)
    select site_id, sha256(id::text::bytea), id from sessions where site_id = $1::uuid limit $2`,
  audit_events: `insert into audit_events (site_id, id, event, created_at, actor, member_id, account, app_id, browser, device, request_id, facts)
    select $1::uuid, gen_random_uuid(), 'sign-in', now(), 'member', gen_random_uuid(), 'member' || n || '@example.com', gen_random_uuid(),
      'Firefox 145', 'Windows', gen_random_uuid(), '{"method": "password"}'
    from generate_series(1, $2) n`,
  comments: `insert into comments (site_id, id, post_id, thread_id, body, status, created_at)
    select $1::uuid, c.id, p.id, c.id, repeat('A comment of two lines. ', 8), 'PUBLISHED', now()
    from (select gen_random_uuid() as id, n from generate_series(1, $2) n) c
      join (select id, row_number() over () as place from posts) p on p.place = c.n % 500 + 1`,
  events: `insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body)
    select $1::uuid, gen_random_uuid(), 'wix.blog.v3.post_updated', gen_random_uuid()::text, 1, now(), '{"identityType": "MEMBER"}',
      json_build_object('updatedEvent', json_build_object('currentEntity', (select string_agg(md5(random()::text), ' ') from generate_series(1, 45) where n > 0)))
    from generate_series(1, $2) n`,
};

const format = (value: number) => Math.round(value).toLocaleString("en-US");

async function run(): Promise<void> {
  const dataDir = makeDataDir();
  const file = `${dataDir}.tar`;
  try {
    const counts = ["--members", rows.members, "--posts", rows.posts, "--items", rows.items].map(String);
    await command("seed", ...counts, "--data-dir", dataDir);
    console.log(
      "| table | rows | bytes per row | of these, indexes | write-ahead log per insert |\n|---|---:|---:|---:|---:|",
    );
    await measureTables(dataDir);
    const backup = await timeOf(() => command("backup", file, "--data-dir", dataDir));
    const restore = await timeOf(() => command("restore", file, "--data-dir", `${dataDir}-restored`));
    const size = statSync(file).size;
    console.log(`\nbackup: ${backup.toFixed(1)} s, ${format(size / 2 ** 20)} MiB; restore: ${restore.toFixed(1)} s`);
  } finally {
    for (const path of [dataDir, file, `${dataDir}-restored`]) rmSync(path, { recursive: true, force: true });
  }
}

async function measureTables(dataDir: string): Promise<void> {
  const engine = await startEmbeddedEngine({ dataDir, role: "command" });
  const client = new pg.Client(engine.connection);
  await client.connect();
  try {
    const position = async () => String((await client.query("select pg_current_wal_lsn() as at")).rows[0].at);
    const logged = new Map<string, number>();
    const measure = async (tables: readonly string[]) => {
      await client.query("vacuum analyze");
      for (const table of tables) console.log(await measureTable(client, table, logged.get(table)));
    };
    // Before other rows change them, which leaves free space in these tables.
    await measure(["members", "posts", "data_items"]);
    const { rows: sites } = await client.query("select site_id from members limit 1");
    for (const [table, insert] of Object.entries(inserts)) {
      // The first change of a page after a checkpoint writes the whole page.
      await client.query("checkpoint");
      const before = await position();
      await client.query(insert, [sites[0].site_id, rows.other]);
      const { rows: difference } = await client.query("select pg_wal_lsn_diff($1, $2) as bytes", [
        await position(),
        before,
      ]);
      logged.set(table, Number(difference[0].bytes) / rows.other);
    }
    await measure(Object.keys(inserts));
    const { rows: database } = await client.query("select pg_database_size(current_database()) as bytes");
    console.log(`\ndatabase: ${format(database[0].bytes / 2 ** 20)} MiB`);
  } finally {
    await client.end();
    await engine.close();
  }
}

async function measureTable(client: pg.Client, table: string, log: number | undefined): Promise<string> {
  const { rows: sizes } = await client.query(
    `select count(*)::integer as rows, pg_total_relation_size($1) as total, pg_indexes_size($1) as indexes from ${table}`,
    [table],
  );
  const { rows: count, total, indexes } = sizes[0];
  return `| ${table} | ${format(count)} | ${format(total / count)} | ${format(indexes / count)} | ${log === undefined ? "" : format(log)} |`;
}

async function command(...args: string[]): Promise<void> {
  const { code, stderr } = await runCommand(args);
  if (code !== 0) throw new Error(`porchlight ${args.join(" ")} ended with ${code}: ${stderr}`);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

await run();

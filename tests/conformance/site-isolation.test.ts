import { areaDocs } from "@porchlight/contract/docs";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { seedPosts } from "../../packages/server/src/blog/posts/seed-posts.ts";
import { seedItems } from "../../packages/server/src/data/items/seed-items.ts";
import { seedMembers } from "../../packages/server/src/members/administration/seed-members.ts";
import { newId } from "../../packages/server/src/platform/db/ids.ts";
import { createTestStaff, type TestStaff } from "../../packages/server/test/staff/staff-accounts.ts";
import { createTestServer, createTestSite, type TestServer } from "../../packages/server/test/test-server.ts";

const operator = { kind: "owner" } as const;
const first = await createTestServer({ rateLimits: false });
const second = await createTestSite(first, "Harbor", "http://harbor.example.localhost:4000");
const { db } = first.context;

interface Call {
  name: string;
  endpoint: Endpoint<EndpointRequest, unknown>;
  example: EndpointRequest;
}

const calls: Call[] = areaDocs.flatMap(({ endpoints, docs }) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const example = docs[name]?.example;
    return typeof endpoint === "string" || !example ? [] : [{ name, endpoint, example }];
  }),
);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The example with `id` instead of each id in it, and of each parameter of the path. */
function withId(value: unknown, id: string, isParameter = false): unknown {
  if (typeof value === "string") return isParameter || uuid.test(value) ? id : value;
  if (Array.isArray(value)) return value.map((member) => withId(member, id));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withId(member, id, key === "params" || isParameter)]),
  );
}

async function send(
  server: TestServer,
  { endpoint }: Call,
  example: EndpointRequest,
  token: string,
): Promise<{ status: number; text: string }> {
  const { method, url, body } = buildRequest(endpoint, example);
  const request = new Request(new URL(url, server.context.config.publicUrl), {
    method,
    headers: { "content-type": "application/json", authorization: token },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await server.fetch(request, { clientAddress: "192.0.2.7" });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, text: "" };
  }
  return { status: response.status, text: await response.text() };
}

const siteIdsOf = ({ context }: TestServer) => [context.site.id, context.staffSite.site.id];

/** Names of the tables with a site in each row, in the order of the alphabet. */
async function siteTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'site_id' and t.table_type = 'BASE TABLE' order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Tables that the workers of the main site change at any time. */
const workerTables =
  /^(?:webhook_|outbox|events|dev_inbox|imports|newsletter_|(?:data|member)_jobs|data_(?:transfer|index|change)|update_|page_changes|post_month|audit_)/;

/** A digest of each table's rows of the main site. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of (await siteTables()).filter((name) => !workerTables.test(name))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
      from ${sql.table(table)} t where site_id = any(${siteIdsOf(first)}::uuid[])`.execute(db);
    found[table] = rows[0]!.digest;
  }
  return found;
}

/** Ids of rows of the main site, at most `limit` of each table. */
async function findIds(limit: number): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${await siteTables()}::text[])
      and column_name = 'id' and data_type = 'uuid' order by 1`.execute(db);
  const ids = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(name)} where site_id = any(${siteIdsOf(first)}::uuid[]) order by id limit ${limit}`.execute(
      db,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

let staff: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  staff = await createTestStaff(first);
  otherStaff = await createTestStaff(second);
  for (const { context } of [first, second]) {
    const options = { count: 3, onProgress: () => undefined };
    await seedPosts(context, operator, options);
    await seedMembers(context, operator, { ...options, password: "lamps at dusk" });
    await seedItems(context, operator, options);
  }
  for (const one of calls) await send(first, one, one.example, staff.ownerToken);
}, 120_000);

describe("a site of an installation", () => {
  it("shows and changes nothing of another site, whatever ids its owner sends", async () => {
    const ids = await findIds(1);
    expect(ids.length).toBeGreaterThan(20);
    const secrets = [...(await findIds(1_000)), ...siteIdsOf(first)].filter((id) => !ids.includes(id));
    const before = await digests();
    const leaks: string[] = [];
    for (const one of calls) {
      const isFixed = JSON.stringify(withId(one.example, "x")) === JSON.stringify(one.example);
      const answer = async (id: string) => {
        const example = withId(one.example, id) as EndpointRequest;
        const { status, text } = await send(second, one, example, otherStaff.ownerToken);
        const leaked = secrets.find((secret) => text.includes(secret));
        if (leaked !== undefined) leaks.push(`${one.name} ${id}: shows ${leaked}`);
        if (status >= 500) leaks.push(`${one.name} ${id}: ${status}`);
        return `${status} ${text.replaceAll(id, "id")}`;
      };
      const unknown = await answer(newId());
      for (const id of isFixed ? [] : ids) {
        const found = await answer(id);
        if (one.endpoint.method === "GET" && found !== unknown) leaks.push(`${one.name} ${id}: ${found}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await digests()).toEqual(before);
  }, 300_000);

  it("rejects tokens and API keys of another site", async () => {
    const { key } = await createApiKey(first.context, operator, { name: "Tests", role: "admin" });
    const { access_token: member, refresh_token: refresh } = await first.signIn();
    const visitor = await first.visitorToken();
    for (const one of calls) {
      const unknown = await send(second, one, one.example, "unknown");
      for (const token of [staff.ownerToken, member, visitor, key, `${await second.visitorToken()},${key}`])
        expect([one.name, await send(second, one, one.example, token)]).toEqual([one.name, unknown]);
    }
    const renew = (refreshToken: string) =>
      second.call("POST", "/oauth2/token", {
        body: { grantType: "refresh_token", refreshToken, clientId: second.clientId },
      });
    expect((await renew(refresh)).body).toEqual((await renew("unknown")).body);
  }, 120_000);

  it("names a site in every statement on tables of sites", async () => {
    const tables = new Set(await siteTables());
    const sites = [...siteIdsOf(first), ...siteIdsOf(second)];
    const spy = vi.spyOn(pg.Client.prototype, "query");
    for (const one of calls) await send(second, one, one.example, otherStaff.ownerToken);
    const statements = spy.mock.calls.map(([config, values]) => {
      const { text, values: bound } = config as unknown as pg.QueryConfig;
      return { text: text ?? String(config), values: JSON.stringify([bound ?? [], values ?? []]) };
    });
    spy.mockRestore();
    expect(statements.length).toBeGreaterThan(1_000);
    const unfiltered = statements.filter(
      ({ text, values }) =>
        [...text.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi)].some(([, name]) => tables.has(name!)) &&
        !sites.some((id) => values.includes(id) || text.includes(id)),
    );
    // Builds the indexes of collections, and moves the counts of each site to another table.
    const isMaintenance = ({ text }: { text: string }) => /pg_index|create statistics|post_month_changes/.test(text);
    const found = unfiltered.filter((one) => !isMaintenance(one));
    expect([...new Set(found.map(({ text }) => text.replace(/\s+/g, " ")))]).toEqual([]);
  }, 120_000);
});

import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { areaDocs } from "@porchlight/contract/docs";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../test/embedded-engine.ts";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { startTestS3 } from "../../test/test-s3.ts";
import { createTestServer, createTestSite, type TestServer } from "../../test/test-server.ts";
import { writeBackupFile, writeSiteBackupFile } from "../backups/create-backup.ts";
import { restoreBackup } from "../backups/restore-backup.ts";
import { seedPosts } from "../blog/posts/seed-posts.ts";
import { seedItems } from "../data/items/seed-items.ts";
import { uploadBytes } from "../media/files/upload-file.ts";
import { createServer } from "../server.ts";
import { listAuditEvents } from "../site-admin/list-audit-events.ts";
import { listSites } from "./manage-sites.ts";
import { removeSite } from "./remove-site.ts";
import { restoreSite } from "./restore-site.ts";

const owner = { kind: "owner" } as const;
const formerKey = Buffer.alloc(32, 7);
const harborUrl = "http://harbor.example.localhost:4000";

const root = await mkdtemp(join(tmpdir(), "porchlight-site-"));
const s3 = await startTestS3();
afterAll(async () => {
  await s3.close();
  await rm(root, { recursive: true, force: true });
});
/** The former installation, with files in a bucket, and the one to which its site moves. */
const former = await createTestServer({ rateLimits: false, mediaS3: s3.location });
const harbor = await createTestSite(former, "Harbor", harborUrl);
const target = await createTestServer({ rateLimits: false, secretKey: Buffer.alloc(32, 9) });
const neighbor = await createTestSite(target, "Neighbor", "http://neighbor.example.localhost:4000");

/** Tables that workers of a running site change, and those that are not part of a backup of a site. */
const changing =
  /^(?:webhook_|outbox|events|dev_inbox|imports|newsletter_|(?:data|member)_jobs|data_(?:transfer|index|change)|update_|page_changes|post_month|audit_|backup_|site_quotas)/;

/** Digests of the rows of a site and its staff site, by table. */
async function digests({ context }: TestServer, db = context.db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'site_id' and t.table_type = 'BASE TABLE' order by 1`.execute(
    db,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !changing.test(table.name))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
      from ${sql.table(name)} t where site_id in (${context.site.id}, ${context.staffSite.site.id})`.execute(db);
    if (!rows[0]!.digest.startsWith("0 ")) found[name] = rows[0]!.digest;
  }
  return found;
}

const upload = (server: TestServer, text: string) =>
  uploadBytes(server.context, owner, { filename: `${text}.txt`, bytes: new TextEncoder().encode(text) });

/** Fills many tables by the examples of the documentation. */
async function fill(server: TestServer): Promise<void> {
  const options = { count: 3, onProgress: () => undefined };
  await seedPosts(server.context, owner, options);
  await seedItems(server.context, owner, options);
  const { ownerToken: token } = await createTestStaff(server);
  for (const { endpoints, docs } of areaDocs)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const example = docs[name]?.example;
      if (typeof endpoint === "string" || !example) continue;
      const { method, url, body } = buildRequest(endpoint, example);
      if (!url.includes("live")) await server.call(method, url, { token, ...(body && { body }) });
    }
}

async function openAt(server: TestServer, url: string) {
  const find = async () => {
    const found = await server.findSite(new URL(url).host);
    return typeof found === "object" && !found.context.site.isMain && found;
  };
  return vi.waitUntil(find, { timeout: 10_000 });
}

const file = join(root, "harbor.tar");
const backupPassphrase = "correct horse battery";
let member: Awaited<ReturnType<TestServer["signIn"]>>;
let fileId: string;

beforeAll(async () => {
  await fill(harbor);
  await seedPosts(neighbor.context, owner, { count: 2, onProgress: () => undefined });
  await upload(former, "of the main site");
  fileId = (await upload(harbor, "of Harbor")).id;
  member = await harbor.signIn();
  const { context } = harbor;
  await writeSiteBackupFile({ ...context, config: { ...context.config, backupPassphrase } }, file, {});
}, 120_000);

const restore = (path: string, url: string, options: { formerKey?: Buffer; passphrase?: string } = {}) =>
  restoreSite(target.context, owner, createReadStream(path), path, { url, ...options });
const listPosts = (site: { fetch: TestServer["fetch"] }, url: string, token: string) =>
  site.fetch(new Request(new URL("/v3/posts", url), { headers: { authorization: token } }), {
    clientAddress: "192.0.2.7",
  });

describe("files in a bucket", () => {
  it("are stored and found by site", async () => {
    const { id: siteId } = harbor.context.site;
    const keys = [...s3.objects.keys()].filter((key) => key.endsWith(".txt"));
    expect(keys).toContain(`/bucket/site/sites/${siteId}/${fileId}`);
    expect(keys.filter((key) => !key.includes("/sites/"))).toHaveLength(1);
    expect(await former.context.media.find(fileId)).toBeUndefined();
    expect(await harbor.context.media.find(fileId)).toBeDefined();
  });
});

describe("a backup of one site", () => {
  it("is rejected without its key or passphrase, or at the host of another site, and leaves nothing behind", async () => {
    const passphrase = backupPassphrase;
    await expect(restore(file, harborUrl, { passphrase })).rejects.toThrow("Set RESTORE_SECRET_KEY");
    await expect(restore(file, harborUrl, { formerKey })).rejects.toThrow("is encrypted");
    const taken = neighbor.context.config.publicUrl;
    await expect(restore(file, taken, { formerKey, passphrase })).rejects.toThrow(
      'is already used by the site "Neighbor"',
    );
    expect((await listSites(target.context, owner)).map(({ name }) => name)).toEqual(["Porchlight", "Neighbor"]);
    expect(await digests(harbor, target.context.db)).toEqual({});
    expect(await readdir(target.context.config.mediaDir)).not.toContain("sites");
  });

  it("adds the site with its keys and files to another installation, and changes no other site", async () => {
    const others = [await digests(target), await digests(neighbor)];
    const restored = await restore(file, harborUrl, { formerKey, passphrase: backupPassphrase });
    const expected = await digests(harbor);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(await digests(harbor, target.context.db)).toEqual(expected);
    expect([await digests(target), await digests(neighbor)]).toEqual(others);
    expect(restored).toMatchObject({ id: harbor.context.site.id, name: "Harbor", url: harborUrl, files: 1 });
    expect(restored.rows).toBeGreaterThan(100);
    const site = await openAt(target, harborUrl);
    expect(await readFile(join(site.context.config.mediaDir, fileId), "utf8")).toBe("of Harbor");
    // Signed by the key of the former installation.
    expect((await listPosts(site, harborUrl, member.access_token)).status).toBe(200);
    expect((await listPosts(neighbor, harborUrl, member.access_token)).status).toBe(401);
    const events = await listAuditEvents(target.context, owner, { event: "site-restored", limit: 10 });
    expect(events).toMatchObject([{ by: "owner", details: { name: "Harbor", url: harborUrl } }]);
    const { rows: triggers } = await sql`
      select tgname from pg_trigger where tgenabled = 'D' and tgname !~ 'data_items_told'`.execute(target.context.db);
    expect(triggers).toEqual([]);
    await expect(
      restore(file, "http://other.example.localhost:4000", { formerKey, passphrase: backupPassphrase }),
    ).rejects.toThrow("already exists in this installation");
  }, 60_000);

  it("replaces the site after its removal", async () => {
    const site = await openAt(target, harborUrl);
    await removeSite(site.context, owner, { confirm: "Harbor" });
    await restore(file, harborUrl, { formerKey, passphrase: backupPassphrase });
    expect(await digests(harbor, target.context.db)).toEqual(await digests(harbor));
    expect((await openAt(target, harborUrl)).context.site.name).toBe("Harbor");
  }, 60_000);

  it("becomes the only site of a new installation", async () => {
    const engine = inject("engine");
    const database = await createTestDatabase(engine, "template1");
    const mediaDir = join(root, "media");
    const secretKey = Buffer.alloc(32, 11);
    const restored = await restoreBackup(createReadStream(file), file, {
      mediaDir,
      openDatabase: async () => database.connection,
      readKeys: () => ({ secretKey, formerKey }),
      passphrase: backupPassphrase,
    });
    expect(restored).toMatchObject({ site: { id: harbor.context.site.id, isMain: false }, rows: { sites: 2 } });
    const config = { secretKey, connection: database.connection, mediaDir, publicUrl: harborUrl };
    const server = await createServer({ ...target.context.config, ...config, logger: pino({ level: "silent" }) });
    expect(server.context.site).toMatchObject({ name: "Harbor", isMain: true });
    expect((await listPosts(server, harborUrl, member.access_token)).status).toBe(200);
    expect(await readdir(mediaDir)).toContain(fileId);
    await server.close();
    await dropTestDatabase(engine, database);
  }, 60_000);
});

describe("a backup of an installation", () => {
  it("restores its only site, or the one at the host", async () => {
    const single = await createTestServer({ rateLimits: false, secretKey: Buffer.alloc(32, 13) });
    await fill(single);
    const { id } = await upload(single, "of a single site");
    const { access_token: token } = await single.signIn();
    const path = join(root, "single.tar");
    await writeBackupFile(single.context, path, {});
    // The URL stays, because it is part of tokens.
    const url = "http://single.example.localhost:4000";
    await restore(path, url, { formerKey: Buffer.alloc(32, 13) });
    expect(await digests(single, target.context.db)).toEqual(await digests(single));
    const site = await openAt(target, url);
    expect(await readFile(join(site.context.config.mediaDir, id), "utf8")).toBe("of a single site");
    expect((await listPosts(site, url, token)).status).toBe(401);
    const all = join(root, "all.tar");
    await writeBackupFile(target.context, all, {});
    const restoreNeighbor = (at: string) =>
      restoreSite(single.context, owner, createReadStream(all), all, { url: at, formerKey: Buffer.alloc(32, 9) });
    await expect(restoreNeighbor("http://unknown.example.localhost:4000")).rejects.toThrow(
      neighbor.context.config.publicUrl,
    );
    await restoreNeighbor(neighbor.context.config.publicUrl);
    expect(await digests(neighbor, single.context.db)).toEqual(await digests(neighbor));
    await writeBackupFile(former.context, join(root, "bucket.tar"), {});
    await expect(restore(join(root, "bucket.tar"), url, { formerKey })).rejects.toThrow("in a bucket");
  }, 60_000);
});

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, expect, it, vi } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { findSites, type SiteRow, updateSite } from "../platform/settings/sites-store.ts";
import { createSite } from "./manage-sites.ts";
import { openRunningSites, type RunningSite } from "./running-sites.ts";
import { deleteSite, deleteSiteRows } from "./site-rows-store.ts";

const owner = { kind: "owner" } as const;
const { context, fetch, fetchAsViewedMember } = await createTestServer({ rateLimits: false });
const { db } = context;
/** Names of sites that cannot be opened, or whose workers cannot be started. */
const broken = new Set<string>();
const unstarted = new Set<string>();

/** Folder of a site on another node. */
const mediaDirOf = (siteId: string) => join(context.config.mediaDir, "node", siteId);

/** Serves the routes of the main site at the URL of another one. */
async function openSite({ id, name, url }: SiteRow): Promise<RunningSite> {
  if (broken.has(name)) throw new Error("broken");
  const fails = unstarted.has(name);
  const fail = async () => {
    if (fails) throw new Error("broken");
  };
  return {
    fetch,
    fetchAsViewedMember,
    context: {
      ...context,
      site: { ...context.site, id, name, isMain: false },
      config: { ...context.config, publicUrl: url!, mediaDir: mediaDirOf(id), backupDir: mediaDirOf(id) },
    },
    jobHandlers: {} as RunningSite["jobHandlers"],
    startWorkers: fail,
    endStreams: async () => undefined,
    close: fail,
  };
}

const { site, config } = context;
const main = await openSite({ id: site.id, name: site.name, url: config.publicUrl, mailFrom: null, secretKey: null });
const sites = await openRunningSites({ db, log: pino({ level: "silent" }) }, main, openSite);
afterAll(() => sites.close());

const siteAt = async (host: string) => {
  const found = await sites.find(host);
  return typeof found === "object" ? found.context.site.name : found;
};

const systemNow = performance.now.bind(performance);
let offset = 0;
vi.spyOn(performance, "now").mockImplementation(() => systemNow() + offset);

/** Holds what reads the list of sites until `work` is done. The list is older than its cache allows. */
const whileSitesAreLocked = (work: () => Promise<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`lock table sites in access exclusive mode`.execute(tx);
    offset += 60_000;
    await work();
  });

it("serves a single site at every host, without waiting for the database", async () => {
  await whileSitesAreLocked(async () => {
    for (const host of ["localhost:4000", "LOCALHOST:4000", "example.com"]) expect(await siteAt(host)).toBe(site.name);
  });
});

it("serves each site at its host, and none at the host of a site that cannot be opened", async () => {
  for (const name of ["Broken", "Unstarted"]) {
    (name === "Broken" ? broken : unstarted).add(name);
    await createSite(context, owner, { name, url: `https://${name.toLowerCase()}.example.com` });
  }
  await createSite(context, owner, { name: "Harbor", url: "https://harbor.example.com" });
  await vi.waitUntil(async () => (await siteAt("harbor.example.com")) === "Harbor", { timeout: 10_000 });
  expect(await siteAt("Harbor.example.com:443")).toBe("Harbor");
  for (const host of ["broken.example.com", "unstarted.example.com"]) expect(await siteAt(host)).toBe("unavailable");
  expect(await siteAt("other.example.com")).toBeUndefined();
  expect(await siteAt("localhost:4000")).toBe(site.name);
});

it("finds the known sites while the database does not respond", async () => {
  await whileSitesAreLocked(async () => {
    expect(await siteAt("harbor.example.com")).toBe("Harbor");
    expect(await siteAt("other.example.com")).toBeUndefined();
  });
});

it("removes the local files of a site that was removed", async () => {
  const { id } = (await findSites(db)).find(({ name }) => name === "Harbor")!;
  await mkdir(mediaDirOf(id), { recursive: true });
  await updateSite(db, id, { removed_at: new Date() });
  await vi.waitUntil(async () => (await siteAt("harbor.example.com")) === undefined, { timeout: 10_000 });
  expect(existsSync(mediaDirOf(id))).toBe(true);
  await deleteSiteRows(db, id, () => undefined);
  await deleteSite(db, id);
  await vi.waitUntil(() => !existsSync(mediaDirOf(id)), { timeout: 10_000 });
});

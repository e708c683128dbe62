import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { getImport, listImportNotes } from "../blog/import/jobs/list-imports.ts";
import { runWaitingImports } from "../blog/import/jobs/run-import.ts";
import { confirmImport, startImport } from "../blog/import/jobs/start-import.ts";
import type { Caller } from "../platform/context/caller.ts";
import { newId } from "../platform/db/ids.ts";
import { importSettings } from "./apply-website-metadata.ts";

const { context } = await createTestServer({ outbound: { privateTargets: true } });
const asOwner = { caller: { kind: "owner" } } as const;

const blog = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Pier</title><language>de</language><wp:wxr_version>1.2</wp:wxr_version><image><url>http://127.0.0.1:9/icon.png</url></image>
<item><title>Tide</title><link>https://pier.invalid/tide</link><content:encoded>Twice a day.</content:encoded><wp:post_id>1</wp:post_id>
<wp:post_date_gmt>2024-03-01 10:00:00</wp:post_date_gmt><wp:post_name>tide</wp:post_name><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type></item></channel></rss>`;
const website = createServer((_request, response) => response.end(blog));
await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`;

afterEach(async () => {
  for (const table of ["imports", "posts", "site_pages", "settings"] as const)
    await context.db.deleteFrom(table).execute();
});
afterAll(async () => {
  website.closeAllConnections();
  await new Promise((resolve) => website.close(resolve));
});

const unfinished = () => context.db.selectFrom("imports").select("id").where("finished_at", "is", null).execute();
/** Runs the waiting imports, and waits for one that the server has started itself. */
async function run(
  changeSettings: (caller: Caller, metadata: WebsiteMetadata, isDryRun: boolean) => Promise<string[]>,
) {
  await runWaitingImports(context, () => false, { changeSettings });
  await expect.poll(unfinished).toEqual([]);
}
const change = (caller: Caller, metadata: WebsiteMetadata, isDryRun: boolean) =>
  importSettings(context, caller, metadata, isDryRun);
const reasons = async (id: string) => (await listImportNotes(context, asOwner, id)).notes.map(({ reason }) => reason);
const settings = () =>
  context.db
    .selectFrom("settings")
    .select(["name", "value"])
    .where("site_id", "=", context.site.id)
    .orderBy("name")
    .execute();

describe("settings of the source of an import", () => {
  it("are named by the check, and changed by the import", async () => {
    const request = { url, format: "wxr", settings: true } as const;
    const { import: check } = await startImport(context, asOwner, { body: { ...request, dryRun: true } });
    await run(change);
    expect(await getImport(context, asOwner, check.id)).toMatchObject({ status: "DONE", dryRun: true });
    expect((await reasons(check.id)).slice(0, 2)).toEqual([
      'Changes the setting siteName to "Pier".',
      'Changes the setting language to "de".',
    ]);
    expect(await settings()).toEqual([]);

    await confirmImport(context, asOwner, check.id);
    await run(change);
    expect(await getImport(context, asOwner, check.id)).toMatchObject({ status: "DONE", noteCount: 3 });
    expect(await reasons(check.id)).toEqual([
      'Changed the setting siteName to "Pier".',
      'Changed the setting language to "de".',
      expect.stringMatching(/^The setting icon is unchanged\. The connection failed/),
    ]);
    expect(await settings()).toMatchObject([
      { name: "language", value: "de" },
      { name: "siteName", value: "Pier" },
    ]);
  });

  it("are changed on behalf of who started the import", async () => {
    const ofStaff = () => ({ kind: "staff", staffId: newId(), sessionId: newId(), role: "owner" }) as const;
    const [first, second] = [ofStaff(), ofStaff()];
    const request = { url, format: "wxr", settings: true } as const;
    await startImport(context, { caller: first }, { body: request });
    await run(change);
    const { import: check } = await startImport(context, { caller: first }, { body: { ...request, dryRun: true } });
    await run(change);
    await confirmImport(context, { caller: second }, check.id);
    await run(change);
    const { rows } = await sql<{ staff: string }>`
      select staff_id as staff from audit_events
      where event = 'setting-changed' and staff_id is not null order by created_at, id`.execute(context.db);
    expect(rows.map(({ staff }) => staff)).toEqual([first, first, second, second].map(({ staffId }) => staffId));
  });

  it("are changed only on request of the owner", async () => {
    const { import: job } = await startImport(context, asOwner, { body: { url, format: "wxr" } });
    await run(() => Promise.reject(new Error("The import did not request settings.")));
    expect(await getImport(context, asOwner, job.id)).toMatchObject({ status: "DONE" });
    expect(await settings()).toEqual([]);
    const editor = { caller: { kind: "staff", staffId: job.id, sessionId: job.id, role: "editor" } } as const;
    await expect(startImport(context, editor, { body: { url, settings: true } })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });
});

import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { openOperator } from "../../server.ts";
import { createDataCollection } from "../collections/create-data-collection.ts";
import { importItemsFile } from "./import-file.ts";
import { startItemExport } from "./start-transfer.ts";
import { findTransfer } from "./transfers-store.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const folder = join(tmpdir(), `porchlight-${randomUUID()}`);
const file = `${folder}.csv`;
const { context, close } = await openOperator({
  connection: database.connection,
  secretKey: Buffer.alloc(32, 7),
  publicUrl: "http://localhost:4000",
  siteUrl: undefined,
  mailFrom: "Porchlight <porchlight@localhost>",
  mediaDir: folder,
  backupDir: `${folder}-backups`,
  production: false,
  logger: pino({ level: "silent" }),
});
afterAll(async () => {
  await close();
  await dropTestDatabase(engine, database);
  await Promise.all([file, folder].map((path) => rm(path, { recursive: true, force: true })));
});

it("imports the file only, and leaves other jobs to a server, which has the site's hooks", async () => {
  const caller = { kind: "owner" } as const;
  const dataCollectionId = "Recipes";
  await createDataCollection(context, { caller }, { id: dataCollectionId });
  const { job: other } = await startItemExport(context, { caller }, { body: { dataCollectionId, format: "JSON" } });
  await writeFile(file, "title\nSoup\nBread\n");
  const { job } = await importItemsFile(context, caller, file, { dataCollectionId, format: "CSV", mode: "INSERT" });
  expect(job).toMatchObject({ status: "COMPLETED", rows: 2 });
  expect(await findTransfer(context.db, context.site.id, other.id)).toMatchObject({ status: "NEW", rows: 0 });
});

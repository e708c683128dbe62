import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ImportEntry } from "../import-entry.ts";
import { openExportFolder } from "./open-export-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "porchlight-export-"));
});

afterEach(() => rm(folder, { recursive: true }));

it("keeps a category whose former path belongs to the server now, without that path", async () => {
  const category = { id: "0192f0c0-0000-7000-8000-000000000001", slug: "news", label: "News", language: "en" };
  const createdDate = "2024-05-06T00:00:00.000Z";
  const formerPaths = ["/releases/v2", "/category/news"].map((path) => ({ path, createdDate }));
  await writeFile(join(folder, "export.json"), '{"format":"porchlight-export","version":1}');
  await writeFile(join(folder, "categories.jsonl"), `${JSON.stringify({ category, formerPaths })}\n`);
  for (const name of ["tags", "posts"]) await writeFile(join(folder, `${name}.jsonl`), "");
  const { entries } = await openExportFolder(folder, () => undefined);
  const images = { read: () => ({ reason: "is empty" }), put: async () => ({ id: "", isNew: false }) };
  const found: ImportEntry[] = [];
  for await (const entry of entries(images)) found.push(entry);
  expect(found).toMatchObject([
    {
      kind: "record",
      record: { row: category, formerPaths: [{ path: "/category/news", createdDate }] },
      report: [
        {
          file: "categories.jsonl",
          line: 1,
          reason: 'The address "/releases/v2" is an address of this site and is not redirected.',
        },
      ],
    },
  ]);
});

import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { exportFormat, exportVersion, imageIdsIn } from "@porchlight/importers/exported-record";
import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { countPostsToExport, findPostsToExport, findTermsToExport } from "./export-store.ts";
import type { TermLabels } from "./post-to-markdown.ts";

/** Options of {@link exportBlog}. */
export interface ExportOptions {
  /** Default: all. */
  format?: "all" | "jsonl" | "markdown";
  onProgress?: (done: number, total: number) => void;
}

/** Counts of an export. */
export interface ExportCounts {
  posts: number;
  categories: number;
  tags: number;
  /** Exported media files. */
  images: number;
  /** Media files that posts reference but that do not exist. */
  missing: number;
}

/** The folder cannot be used; the message can be shown to users. */
export class ExportError extends Error {
  override readonly name = "ExportError";
}

const batchSize = 100;

/**
 * Exports a consistent snapshot of the blog into a new or empty folder: JSON lines that can be imported again, and
 * Markdown. `export.json` is written last; a folder without it is incomplete.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ExportError} if the folder is not empty.
 */
export async function exportBlog(
  context: BlogContext,
  caller: Caller,
  folder: string,
  { format = "all", onProgress }: ExportOptions = {},
): Promise<ExportCounts> {
  requireOwner(caller);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new ExportError(`The folder "${folder}" is not empty. Choose a new one.`);
  return context.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((tx) => writeExport(tx, context, folder, format, onProgress));
}

async function writeExport(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  folder: string,
  format: NonNullable<ExportOptions["format"]>,
  onProgress: ExportOptions["onProgress"],
): Promise<ExportCounts> {
  await disableStatementTimeout(tx);
  const siteId = context.site.id;
  const counts: ExportCounts = { posts: 0, categories: 0, tags: 0, images: 0, missing: 0 };
  const names: TermLabels = { categories: new Map(), tags: new Map() };
  const isNative = format !== "markdown";
  for (const table of ["categories", "tags"] as const) {
    const rows = await findTermsToExport(tx, siteId, table);
    counts[table] = rows.length;
    for (const { id, json } of rows) {
      const { category, tag }: Record<string, { label: string }> = JSON.parse(json);
      names[table].set(id, (category ?? tag)?.label ?? "");
    }
    if (isNative)
      await writeFile(join(folder, `${table}.jsonl`), rows.map(({ json }) => `${toSingleLine(json)}\n`).join(""));
  }
  const total = await countPostsToExport(tx, siteId);
  const lines = isNative ? createWriteStream(join(folder, "posts.jsonl")) : undefined;
  const isMarkdown = format !== "jsonl";
  if (isMarkdown) await mkdir(join(folder, "content"));
  const { postToMarkdown } = await import("./post-to-markdown.ts");
  const media = new Set<string>();
  const fileNames = new Set<string>();
  let after: string | undefined;
  for (;;) {
    const posts = await findPostsToExport(tx, siteId, after, batchSize);
    for (const { json } of posts) {
      if (lines) await writeLine(lines, toSingleLine(json));
      for (const id of imageIdsIn(json)) media.add(id);
      if (isMarkdown) {
        const { name, text } = postToMarkdown(json, names, fileNames);
        await writeFile(join(folder, "content", name), text);
      }
    }
    counts.posts += posts.length;
    onProgress?.(counts.posts, total);
    after = posts.at(-1)?.id;
    if (posts.length < batchSize) break;
  }
  if (lines) await endStream(lines);
  await copyMedia(context, folder, media, counts);
  const exportedDate = context.now().toISOString();
  const manifest = { format: exportFormat, version: exportVersion, siteId, counts, exportedDate };
  if (isNative) await writeFile(join(folder, "export.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return counts;
}

async function copyMedia(
  context: BlogTxContext,
  folder: string,
  ids: ReadonlySet<string>,
  counts: ExportCounts,
): Promise<void> {
  if (ids.size > 0) await mkdir(join(folder, "media"));
  for (const id of ids) {
    const file = await context.media.find(id);
    if (!file) {
      counts.missing += 1;
      continue;
    }
    await pipeline(file.read(), createWriteStream(join(folder, "media", id)));
    counts.images += 1;
  }
}

/** Stored JSON may contain line feeds between tokens. */
function toSingleLine(json: string): string {
  return json.includes("\n") ? JSON.stringify(JSON.parse(json)) : json;
}

async function writeLine(stream: WriteStream, line: string): Promise<void> {
  if (!stream.write(`${line}\n`)) await once(stream, "drain");
}

function endStream(stream: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once("error", reject);
    stream.end(() => resolve());
  });
}

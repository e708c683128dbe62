import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { createManifest, exportFormat, exportVersion, mediaIdsIn } from "./export-format.ts";
import { countPostsToExport, findPostsToExport, findTermsToExport } from "./export-store.ts";
import { postToMarkdown, type TermLabels } from "./post-to-markdown.ts";

/** Options of {@link exportBlog}. */
export interface ExportOptions {
  /** Both unless given. */
  format?: "all" | "jsonl" | "markdown";
  onProgress?: (done: number, total: number) => void;
}

/** What an export has written. */
export interface ExportCounts {
  posts: number;
  categories: number;
  tags: number;
  /** Files of the media folder that posts name. */
  images: number;
  /** Of those, the ones that are not there. */
  missing: number;
}

/** The folder cannot be taken; the message is a plain sentence. */
export class ExportError extends Error {
  override readonly name = "ExportError";
}

const batchSize = 100;

/**
 * Writes the blog, everything of it as it is at this moment, into a new or empty folder: JSON lines from which a Porchlight makes the same
 * blog again, and Markdown for people and other programs. `export.json` is written last; a folder without it was cut off.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ExportError} where the folder holds something.
 */
export async function exportBlog(
  context: BlogContext,
  caller: Caller,
  folder: string,
  { format = "all", onProgress }: ExportOptions = {},
): Promise<ExportCounts> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new ExportError(`The folder "${folder}" is not empty. Name a new one.`);
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
      const { category, tag } = JSON.parse(json) as Record<string, { label: string }>;
      names[table].set(id, (category ?? tag)?.label ?? "");
    }
    if (isNative)
      await writeFile(join(folder, `${table}.jsonl`), rows.map(({ json }) => `${toSingleLine(json)}\n`).join(""));
  }
  const total = await countPostsToExport(tx, siteId);
  const lines = isNative ? createWriteStream(join(folder, "posts.jsonl")) : undefined;
  const isMarkdown = format !== "jsonl";
  if (isMarkdown) await mkdir(join(folder, "content"));
  const media = new Set<string>();
  const fileNames = new Set<string>();
  let after: string | undefined;
  for (;;) {
    const posts = await findPostsToExport(tx, siteId, after, batchSize);
    for (const { json } of posts) {
      if (lines) await writeLine(lines, toSingleLine(json));
      for (const id of mediaIdsIn(json)) media.add(id);
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
  const manifest = createManifest({ format: exportFormat, version: exportVersion, siteId, at: context.now(), counts });
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

/** Texts that were stored with line feeds between their tokens. */
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

import { createHash } from "node:crypto";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { type MarkdownFile, readMarkdownFolder } from "../folder/read-markdown-folder.ts";
import { createFolderImages } from "../images/image-importer.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type FindOccupied, type ImportSource, planWithFreeSlugs } from "../import-source.ts";
import { parsePost } from "./parse-post.ts";
import { planImport } from "./plan-import.ts";

export interface MarkdownFolderOptions {
  now?: Date;
  /** Name of the blog. Default: the address in its configuration. */
  blog?: string | undefined;
  /** Identifies blogs without an address or a name. Default: the path of the folder. */
  folderName?: string | undefined;
  findOccupied?: FindOccupied;
  /** Called for each file read. */
  onProgress?: () => void;
}

/**
 * Opens a folder of Markdown, by the conventions of Zola, Hugo, Jekyll and Astro. The texts of all files are in memory,
 * because slugs and links depend on all of them; each file is converted when its entry is requested.
 *
 * @throws {MarkdownFolderError} if `folder` is not a readable folder, or contains no Markdown.
 */
export async function openMarkdownFolder(
  folder: string,
  { now = new Date(), blog, folderName, findOccupied, onProgress = () => undefined }: MarkdownFolderOptions = {},
): Promise<ImportSource> {
  const files: MarkdownFile[] = [];
  const skipped: ImportNote[] = [];
  const others: ImportNote[] = [];
  for await (const entry of readMarkdownFolder(folder)) {
    onProgress();
    if (entry.kind === "post") files.push(entry.post);
    else (entry.kind === "skipped" ? skipped : others).push(entry.note);
  }
  const plan = await planWithFreeSlugs(
    (occupied) => planImport(withProgress(files, onProgress), now, { blog, folderName, occupied }),
    ({ posts }) => posts.map((post) => ({ ...post, firstPublishedDate: post.date })),
    findOccupied,
  );
  skipped.push(...plan.notes);
  others.push(...plan.frontMatterNotes);
  const root = files[0]?.listing.root ?? folder;
  async function* convert(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    const images = createFolderImages(root, store);
    const notes: ImportEntry[] = [
      ...others.map((note) => ({ kind: "note" as const, note })),
      ...skipped.map((note) => ({ kind: "skipped" as const, note })),
    ];
    yield* notes.slice(from);
    for (const post of plan.posts.slice(Math.max(0, from - notes.length)))
      yield { kind: "post", file: post.source.file, ...(await parsePost(post, plan, images)) };
  }
  const digest = createHash("sha256");
  for (const { file, markdown } of files) digest.update(JSON.stringify([file, markdown]));
  for (const note of [...others, ...skipped]) digest.update(JSON.stringify(note));
  return {
    total: others.length + skipped.length + plan.posts.length,
    digest: digest.digest("base64url"),
    entries: convert,
  };
}

function* withProgress<Value>(values: Iterable<Value>, onProgress: () => void): Generator<Value> {
  for (const value of values) {
    onProgress();
    yield value;
  }
}

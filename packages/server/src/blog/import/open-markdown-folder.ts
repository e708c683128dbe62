import type { ImportNote } from "./import-note.ts";
import type { ImportEntry } from "./import-posts.ts";
import { parsePost } from "./parse-post.ts";
import { planImport } from "./plan-import.ts";
import { type MarkdownFile, readMarkdownFolder } from "./read-markdown-folder.ts";

/** What `importPosts` takes, and how much of it there is. */
export interface ImportSource {
  total: number;
  entries: Iterable<ImportEntry>;
}

/**
 * Reads a folder of Markdown. The texts of all files are held, since they decide together about slugs and links; each is
 * converted only when its turn comes.
 *
 * @throws {MarkdownFolderError} when `folder` is no folder, cannot be read, or holds no Markdown.
 */
export async function openMarkdownFolder(folder: string): Promise<ImportSource> {
  const files: MarkdownFile[] = [];
  const notes: ImportNote[] = [];
  for await (const entry of readMarkdownFolder(folder)) {
    if (entry.kind === "post") files.push(entry.post);
    else notes.push(entry.note);
  }
  const plan = planImport(files);
  notes.push(...plan.notes);
  function* convert(): Generator<ImportEntry> {
    for (const note of notes) yield { kind: "skipped", note };
    for (const post of plan.posts) yield { kind: "post", file: post.source.file, ...parsePost(post, plan) };
  }
  return { total: notes.length + plan.posts.length, entries: convert() };
}

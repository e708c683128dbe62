import type { MediaFolder } from "../../media/media-folder.ts";
import { createImageShelf } from "./image-shelf.ts";
import type { ImportNote } from "./import-note.ts";
import type { ImportEntry } from "./import-posts.ts";
import { parsePost } from "./parse-post.ts";
import { planImport } from "./plan-import.ts";
import { type MarkdownFile, readMarkdownFolder } from "./read-markdown-folder.ts";

/** What `importPosts` takes, and how much of it there is. */
export interface ImportSource {
  total: number;
  /** @param media Where pictures are put as the posts that show them have their turn. */
  entries(media: MediaFolder): AsyncIterable<ImportEntry>;
}

/**
 * Reads a folder of Markdown, with the habits of Zola, Hugo, Jekyll and Astro. The texts of all files are held, since they decide
 * together about slugs and links; each is converted only when its turn comes.
 *
 * @throws {MarkdownFolderError} when `folder` is no folder, cannot be read, or holds no Markdown.
 */
export async function openMarkdownFolder(folder: string, now = new Date()): Promise<ImportSource> {
  const files: MarkdownFile[] = [];
  const skipped: ImportNote[] = [];
  const others: ImportNote[] = [];
  for await (const entry of readMarkdownFolder(folder)) {
    if (entry.kind === "post") files.push(entry.post);
    else (entry.kind === "skipped" ? skipped : others).push(entry.note);
  }
  const plan = planImport(files, now);
  skipped.push(...plan.notes);
  others.push(...plan.details);
  const root = files[0]?.listing.root ?? folder;
  async function* convert(media: MediaFolder): AsyncGenerator<ImportEntry> {
    const shelf = createImageShelf(root, media);
    for (const note of others) yield { kind: "note", note };
    for (const note of skipped) yield { kind: "skipped", note };
    for (const post of plan.posts)
      yield { kind: "post", file: post.source.file, ...(await parsePost(post, plan, shelf)) };
  }
  return { total: others.length + skipped.length + plan.posts.length, entries: convert };
}

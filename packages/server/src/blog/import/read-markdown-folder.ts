import { open, readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { FrontMatterError, readFrontMatter } from "./front-matter.ts";
import type { ImportNote } from "./import-note.ts";

/** Larger files are not posts: 4 MiB, the size that the server takes of one document. */
export const markdownFileMaxBytes = 4 * 1024 * 1024;

/** A folder with an `_index.md`. */
export interface MarkdownSection {
  /** Path within the imported folder, with `/`; empty for the folder itself. */
  folder: string;
  title: string | undefined;
  /** Whether no other section is around it. */
  isRoot: boolean;
}

export interface MarkdownFile {
  /** Path within the imported folder, with `/`. */
  file: string;
  /** The nearest section around the file. */
  section: MarkdownSection | undefined;
  /** The section around which there is no other, or the imported folder: where links such as `@/post.md` begin. */
  contentRoot: string;
  markdown: string;
  /** Every file of the imported folder, as `file` is written. */
  folderFiles: ReadonlySet<string>;
}

/** A post, or what stood in the way of one. */
export type MarkdownFolderEntry = { kind: "post"; post: MarkdownFile } | { kind: "skipped"; note: ImportNote };

/** The folder cannot be imported; the message is a plain sentence for the person who named it. */
export class MarkdownFolderError extends Error {
  override readonly name = "MarkdownFolderError";
}

/**
 * Posts of a folder, in an order that depends on names alone: `x.md`, or `x/index.md` with its files beside it. Folders with an
 * `_index.md` are sections. Hidden files and links that lead out of the folder are passed over.
 * @throws {MarkdownFolderError} when `folder` is no folder, cannot be read, or holds no Markdown.
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<MarkdownFolderEntry> {
  const root = await openFolder(folder);
  const { files, notes } = await listFiles(root, folder);
  for (const note of notes) yield { kind: "skipped", note };
  const folderFiles = new Set(files);
  const markdownFiles = files.filter((file) => /\.(?:md|markdown)$/i.test(file));
  if (markdownFiles.length === 0) throw new MarkdownFolderError(`The folder "${folder}" holds no Markdown files.`);
  const sections = new Map<string, MarkdownSection>();
  for (const file of markdownFiles.filter((name) => nameOf(name) === "_index.md")) {
    const read = await readText(root, file);
    if (read.kind === "skipped") yield read;
    else sections.set(parentOf(file), { folder: parentOf(file), title: titleOf(read.text), isRoot: true });
  }
  for (const section of sections.values()) {
    if (section.folder !== "" && findSection(parentOf(section.folder), sections)) section.isRoot = false;
  }
  for (const file of markdownFiles) {
    if (nameOf(file) === "_index.md") continue;
    const read = await readText(root, file);
    if (read.kind === "skipped") {
      yield read;
      continue;
    }
    const section = findSection(parentOf(file), sections);
    const contentRoot = findContentRoot(section, sections);
    yield { kind: "post", post: { file, section, contentRoot, markdown: read.text, folderFiles } };
  }
}

async function openFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    throw new MarkdownFolderError(`The folder "${folder}" ${reasonOf(error)}.`, { cause: error });
  }
  throw new MarkdownFolderError(`"${folder}" is not a folder.`);
}

async function listFiles(root: string, folder: string): Promise<{ files: string[]; notes: ImportNote[] }> {
  const files: string[] = [];
  const notes: ImportNote[] = [];
  const waiting = [""];
  for (let within = waiting.pop(); within !== undefined; within = waiting.pop()) {
    const entries = await readdir(join(root, within), { withFileTypes: true }).catch((error: unknown) => {
      if (within === "") throw new MarkdownFolderError(`The folder "${folder}" ${reasonOf(error)}.`, { cause: error });
      notes.push({ file: within, reason: `The folder ${reasonOf(error)}.` });
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) {
        waiting.push(path);
      } else if (entry.isFile()) {
        files.push(path);
      } else if (entry.isSymbolicLink()) {
        if (await leadsToOwnFile(root, path)) files.push(path);
        else notes.push({ file: path, reason: "The link leads out of the folder or to no file; it is not followed." });
      }
    }
  }
  return { files: files.sort(byCodeUnits), notes: notes.sort((a, b) => byCodeUnits(a.file, b.file)) };
}

/** Links to folders are not followed either: they would bring posts twice, or go round in a circle. */
async function leadsToOwnFile(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}

type ReadText = { kind: "text"; text: string } | { kind: "skipped"; note: ImportNote };

async function readText(root: string, file: string): Promise<ReadText> {
  const skipped = (reason: string): ReadText => ({ kind: "skipped", note: { file, reason } });
  try {
    await using handle = await open(join(root, file));
    const { size } = await handle.stat();
    if (size > markdownFileMaxBytes) return skipped("The file is larger than 4 MiB.");
    const bytes = await handle.readFile();
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return skipped("The file is not UTF-8 text.");
    return skipped(`The file ${reasonOf(error)}.`);
  }
}

function titleOf(markdown: string): string | undefined {
  try {
    return readFrontMatter(markdown).frontMatter.title;
  } catch (error) {
    if (error instanceof FrontMatterError) return undefined;
    throw error;
  }
}

function findSection(folder: string, sections: ReadonlyMap<string, MarkdownSection>): MarkdownSection | undefined {
  for (let at = folder; ; at = parentOf(at)) {
    const section = sections.get(at);
    if (section !== undefined || at === "") return section;
  }
}

function findContentRoot(section: MarkdownSection | undefined, sections: ReadonlyMap<string, MarkdownSection>): string {
  let found = section;
  while (found !== undefined && !found.isRoot) found = findSection(parentOf(found.folder), sections);
  return found?.folder ?? "";
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "cannot be read: permission denied";
  return "cannot be read";
}

/** Not by the language of the machine, so that every machine has the same order. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

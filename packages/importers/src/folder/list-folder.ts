import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { describeFileError } from "../import-source.ts";

/** The contents of an imported folder, at any depth. Paths are relative to it, with `/`. Hidden files are omitted. */
export interface FolderListing {
  /** Absolute. */
  root: string;
  /** Files, and links to files of the folder, sorted by name. */
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Names of the files by folder. */
  namesByFolder: ReadonlyMap<string, readonly string[]>;
  /** Links that are not followed: out of the folder, to another folder, or broken. */
  foreignLinks: ReadonlySet<string>;
}

/** The folder cannot be imported. The message is one sentence for the operator. */
export class MarkdownFolderError extends Error {
  override readonly name = "MarkdownFolderError";
}

/** @throws {MarkdownFolderError} if `folder` is not a readable folder. */
export async function listFolder(folder: string): Promise<{ listing: FolderListing; notes: ImportNote[] }> {
  const root = await openFolder(folder);
  const files: string[] = [];
  const folders = new Set<string>();
  const foreignLinks = new Set<string>();
  const notes: ImportNote[] = [];
  const waiting = [""];
  for (let within = waiting.pop(); within !== undefined; within = waiting.pop()) {
    const entries = await readdir(join(root, within), { withFileTypes: true }).catch((error: unknown) => {
      if (within === "")
        throw new MarkdownFolderError(`The folder "${folder}" ${describeFileError(error)}.`, { cause: error });
      notes.push({ file: within, reason: `The folder ${describeFileError(error)}.` });
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.name.includes("\uFFFD")) {
        notes.push({ file: path, reason: "Its name is not in UTF-8, so that it cannot be opened." });
        continue;
      }
      if (entry.isDirectory()) {
        folders.add(path);
        waiting.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToOwnFile(root, path)))) {
        files.push(path);
      } else if (entry.isSymbolicLink()) {
        foreignLinks.add(path);
      }
    }
  }
  notes.sort((a, b) => byCodeUnits(a.file, b.file));
  files.sort(byCodeUnits);
  return { listing: createListing({ root, files, folders, foreignLinks }), notes };
}

/** @param facts Sorted files, in the order in which they are read. */
export function createListing({
  files,
  ...facts
}: Pick<FolderListing, "root" | "folders" | "foreignLinks"> & { files: readonly string[] }): FolderListing {
  const namesByFolder = Map.groupBy(files, (file) => file.slice(0, Math.max(0, file.lastIndexOf("/"))));
  for (const [folder, paths] of namesByFolder) {
    namesByFolder.set(
      folder,
      paths.map((path) => path.slice(folder === "" ? 0 : folder.length + 1)),
    );
  }
  return { ...facts, files: new Set(files), namesByFolder };
}

async function openFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    throw new MarkdownFolderError(`The folder "${folder}" ${describeFileError(error)}.`, { cause: error });
  }
  throw new MarkdownFolderError(`"${folder}" is not a folder.`);
}

/** Links to folders are not followed: they would duplicate posts or form a cycle. */
async function leadsToOwnFile(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}

/** Independent of the locale, so that every machine has the same order. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

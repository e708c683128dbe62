import type {
  CreateFolderRequest,
  FolderByIdRequest,
  FolderResponse,
  ListFoldersResponse,
  MediaFolder,
  UpdateFolderRequest,
} from "@porchlight/contract/media/library";
import { maxFolderDepth, maxFolders } from "@porchlight/contract/media/library";
import type { Transaction } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireAuthor, requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  deleteFolderRow,
  type FolderRow,
  findFolders,
  insertFolder,
  lockFolders,
  updateFolderRow,
} from "./folders-store.ts";

/** All folders by name. @throws {Refusal} `NOT_ALLOWED`. */
export async function listFolders(context: ServerContext, { caller }: Requester): Promise<ListFoldersResponse> {
  requireAuthor(caller);
  return { folders: (await findFolders(context.db, context.site.id)).map(toFolder) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FOLDER_NOT_FOUND` for the parent, `FOLDER_EXISTS`, `FOLDER_LIMIT`. */
export async function createFolder(
  context: ServerContext,
  { caller }: Requester,
  { body: { folder } }: CreateFolderRequest,
): Promise<FolderResponse> {
  requireEditor(caller);
  const at = context.now();
  const id = newId(at.getTime());
  const parentId = folder.parentId?.toLowerCase() ?? null;
  return changeFolders(context, id, async (tx, folders) => {
    if (folders.length >= maxFolders) throw new Refusal("FOLDER_LIMIT");
    requirePlace(folders, { id, name: folder.name, parentId });
    const row = { site_id: context.site.id, id, parent_id: parentId, name: folder.name, created_at: at };
    await insertFolder(tx, row);
  });
}

/** Renames or moves a folder. @throws {Refusal} `NOT_ALLOWED`, `FOLDER_NOT_FOUND`, `FOLDER_EXISTS`, `FOLDER_LIMIT`. */
export async function updateFolder(
  context: ServerContext,
  { caller }: Requester,
  { params, body: { folder } }: UpdateFolderRequest,
): Promise<FolderResponse> {
  requireEditor(caller);
  const id = params.folderId.toLowerCase();
  return changeFolders(context, id, async (tx, folders) => {
    const current = getFolder(folders, id);
    const name = folder.name ?? current.name;
    const parentId = folder.parentId === undefined ? current.parent_id : (folder.parentId?.toLowerCase() ?? null);
    requirePlace(folders, { id, name, parentId });
    await updateFolderRow(tx, context.site.id, id, { name, parent_id: parentId });
  });
}

/** Deletes a folder; its contents move to the folder above. @throws {Refusal} `NOT_ALLOWED`, `FOLDER_NOT_FOUND`. */
export async function deleteFolder(
  context: ServerContext,
  { caller }: Requester,
  { params }: FolderByIdRequest,
): Promise<Record<string, never>> {
  requireEditor(caller);
  const siteId = context.site.id;
  const id = params.folderId.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    await lockFolders(tx, siteId);
    const folders = await findFolders(tx, siteId);
    const { parent_id: parentId } = getFolder(folders, id);
    const taken = new Set(childrenOf(folders, parentId).map(({ name }) => name.toLowerCase()));
    for (const child of childrenOf(folders, id)) {
      const name = freeName(child.name, taken);
      taken.add(name.toLowerCase());
      await updateFolderRow(tx, siteId, child.id, { name, parent_id: parentId });
    }
    await deleteFolderRow(tx, siteId, id, parentId);
  });
  return {};
}

async function changeFolders(
  context: ServerContext,
  id: string,
  change: (tx: Transaction<Tables>, folders: readonly FolderRow[]) => Promise<void>,
): Promise<FolderResponse> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx) => {
    await lockFolders(tx, siteId);
    await change(tx, await findFolders(tx, siteId));
    return { folder: toFolder(getFolder(await findFolders(tx, siteId), id)) };
  });
}

function getFolder(folders: readonly FolderRow[], id: string): FolderRow {
  const found = folders.find((folder) => folder.id === id);
  if (!found) throw new Refusal("FOLDER_NOT_FOUND");
  return found;
}

const childrenOf = (folders: readonly FolderRow[], parentId: string | null): FolderRow[] =>
  folders.filter((folder) => folder.parent_id === parentId);

/** Whether a folder can be at a place: the name is free, and the folder is not within itself or too deep. */
function requirePlace(
  folders: readonly FolderRow[],
  { id, name, parentId }: { id: string; name: string; parentId: string | null },
): void {
  const isTaken = childrenOf(folders, parentId).some(
    (folder) => folder.id !== id && folder.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw new Refusal("FOLDER_EXISTS");
  let depth = heightOf(folders, id);
  for (let above = parentId; above !== null; above = getFolder(folders, above).parent_id) {
    depth += 1;
    // Within itself, the path would never end.
    if (above === id || depth > maxFolderDepth) throw new Refusal("FOLDER_LIMIT");
  }
}

/** Levels of a folder with the folders in it. */
function heightOf(folders: readonly FolderRow[], id: string): number {
  return 1 + Math.max(0, ...childrenOf(folders, id).map((child) => heightOf(folders, child.id)));
}

/** The name, with a number if it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
  return free;
}

function toFolder({ id, name, parent_id: parentId, file_count: fileCount }: FolderRow): MediaFolder {
  return { id, name, ...(parentId !== null && { parentId }), fileCount };
}

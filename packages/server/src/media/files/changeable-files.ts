import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isEditor, requireAuthor } from "../../platform/identity/require-editor.ts";
import { lockFiles, type MediaFileRow } from "./media-files-store.ts";

/**
 * The site's own files with these ids, locked until the transaction ends. Editors change all files, authors those that
 * they uploaded.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND` if one of them does not exist.
 */
export async function lockChangeableFiles(
  tx: Transaction<Tables>,
  siteId: string,
  caller: Caller,
  ids: readonly string[],
): Promise<MediaFileRow[]> {
  requireAuthor(caller);
  const rows = await lockFiles(tx, siteId, ids);
  if (rows.length < new Set(ids).size) throw new Refusal("FILE_NOT_FOUND");
  const isOwn = ({ uploader_kind: kind, uploader_id: id }: MediaFileRow) =>
    kind === "staff" && caller.kind === "staff" && id === caller.staffId;
  if (!isEditor(caller) && !rows.every(isOwn)) throw new Refusal("NOT_ALLOWED");
  return rows;
}

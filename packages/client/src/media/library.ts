import * as conversions from "@porchlight/contract/media/conversions";
import * as endpoints from "@porchlight/contract/media/endpoints";
import type { MediaFolder as WireMediaFolder, MediaUsage as WireMediaUsage } from "@porchlight/contract/media/library";
import type { CallOptions, Transport } from "../transport.ts";
import type { MediaFile } from "./files.ts";

export type { MediaUsageKind } from "@porchlight/contract/media/library";

/** A folder of the media library. Folders do not affect the URLs of files. */
export interface MediaFolder extends Omit<WireMediaFolder, "id"> {
  /** Id of the folder. */
  _id: string;
}

/** Content that uses a file. */
export interface MediaUsage extends Omit<WireMediaUsage, "id"> {
  /** Id of the content; of settings, emails and texts, their name. */
  _id: string;
}

/** Result of `mediaLibrary.trashFiles`. */
export interface TrashResult {
  /** Files that are in the trash now. */
  trashedIds: string[];
  /** Files that stay, because content uses them. */
  usedFiles: { file: MediaFile; usages: MediaUsage[] }[];
}

/**
 * The library of the site's files: folders, the trash, and the content that uses a file. Requires an API key of role
 * `editor` or `admin`, or a staff account; otherwise `NOT_ALLOWED`. Authors change files that they uploaded. A
 * Porchlight extension.
 */
export function mediaLibrary(transport: Transport) {
  return {
    /** Lists the content that uses a file, at most 100. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    listFileUsages(fileId: string, call?: CallOptions): Promise<{ usages: MediaUsage[]; total: number }> {
      return transport.send(endpoints.listFileUsages, { params: { fileId } }, { ...call });
    },

    /**
     * Moves up to 500 files to a folder; their URLs stay the same.
     *
     * @param folderId `null`: no folder.
     * @throws {PorchlightError} `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`.
     */
    async moveFiles(fileIds: string[], folderId: string | null, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.moveFiles, { body: { fileIds, folderId } }, { ...call });
    },

    /**
     * Moves up to 500 files to the trash. They remain at their URLs until they are deleted.
     *
     * @param options `evenIfUsed`: whether to move files that content uses. Default: they stay and are returned.
     * @throws {PorchlightError} `FILE_NOT_FOUND`.
     */
    trashFiles(fileIds: string[], options: { evenIfUsed?: boolean } = {}, call?: CallOptions): Promise<TrashResult> {
      return transport.send(
        endpoints.trashFiles,
        { body: { fileIds, ...options } },
        { ...call, conversion: conversions.usedFiles },
      );
    },

    /** Restores up to 500 files from the trash. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    async restoreFiles(fileIds: string[], call?: CallOptions): Promise<void> {
      await transport.send(endpoints.restoreFiles, { body: { fileIds } }, { ...call });
    },

    /** Permanently deletes up to 500 files of the trash. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    async deleteTrashedFiles(fileIds: string[], call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteTrashedFiles, { body: { fileIds } }, { ...call });
    },

    /** Lists all folders by name. */
    listFolders(call?: CallOptions): Promise<{ folders: MediaFolder[] }> {
      return transport.send(endpoints.listFolders, {}, { ...call });
    },

    /**
     * Creates a folder.
     *
     * @throws {PorchlightError} `FOLDER_NOT_FOUND` for the parent; `FOLDER_EXISTS`; `FOLDER_LIMIT` above 1,000 folders
     * or eight levels.
     */
    createFolder(folder: { name: string; parentId?: string }, call?: CallOptions): Promise<{ folder: MediaFolder }> {
      return transport.send(endpoints.createFolder, { body: { folder } }, { ...call });
    },

    /**
     * Renames or moves a folder; omitted properties stay.
     *
     * @param change `parentId`: `null` for the top level.
     * @throws {PorchlightError} `FOLDER_NOT_FOUND`, `FOLDER_EXISTS`, `FOLDER_LIMIT`.
     */
    updateFolder(
      folderId: string,
      change: { name?: string; parentId?: string | null },
      call?: CallOptions,
    ): Promise<{ folder: MediaFolder }> {
      return transport.send(endpoints.updateFolder, { params: { folderId }, body: { folder: change } }, { ...call });
    },

    /** Deletes a folder; its contents move to the folder above. @throws {PorchlightError} `FOLDER_NOT_FOUND`. */
    async deleteFolder(folderId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteFolder, { params: { folderId } }, { ...call });
    },
  };
}

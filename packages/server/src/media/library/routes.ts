import * as media from "@porchlight/contract/media/endpoints";
import {
  createFolderRequest,
  fileIdsRequest,
  fileRequest,
  folderRequest,
  moveFilesRequest,
  trashFilesRequest,
  updateFolderRequest,
} from "@porchlight/contract/media/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireAuthor, requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { createFolder, deleteFolder, listFolders, updateFolder } from "./folders.ts";
import { deleteTrashedFiles, listFileUsages, moveFiles, restoreFiles, trashFiles } from "./trash-files.ts";

/** Routes for the media library: authors change files that they uploaded, editors all files and the folders. */
export function mediaLibraryRoutes(area: Area, context: ServerContext): void {
  const authors = { authorize: requireAuthor };
  const authorChange = { ...authors, limit: "changesPerIp" } as const;
  const editorChange = { authorize: requireEditor, limit: "changesPerIp" } as const;
  serve(area, media.listFileUsages, fileRequest, (request, input) => listFileUsages(context, request, input), authors);
  serve(area, media.moveFiles, moveFilesRequest, (request, input) => moveFiles(context, request, input), authorChange);
  serve(
    area,
    media.trashFiles,
    trashFilesRequest,
    (request, input) => trashFiles(context, request, input),
    authorChange,
  );
  serve(
    area,
    media.restoreFiles,
    fileIdsRequest,
    (request, input) => restoreFiles(context, request, input),
    authorChange,
  );
  serve(
    area,
    media.deleteTrashedFiles,
    fileIdsRequest,
    (request, input) => deleteTrashedFiles(context, request, input),
    authorChange,
  );
  serve(area, media.listFolders, z.object({}), (request) => listFolders(context, request), authors);
  serve(
    area,
    media.createFolder,
    createFolderRequest,
    (request, input) => createFolder(context, request, input),
    editorChange,
  );
  serve(
    area,
    media.updateFolder,
    updateFolderRequest,
    (request, input) => updateFolder(context, request, input),
    editorChange,
  );
  serve(
    area,
    media.deleteFolder,
    folderRequest,
    (request, input) => deleteFolder(context, request, input),
    editorChange,
  );
}

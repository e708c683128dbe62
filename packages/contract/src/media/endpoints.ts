import { endpoint } from "../endpoint.ts";
import type {
  CreateFolderRequest,
  FileIdsRequest,
  FolderByIdRequest,
  FolderResponse,
  ListFileUsagesRequest,
  ListFileUsagesResponse,
  ListFoldersResponse,
  MoveFilesRequest,
  TrashFilesRequest,
  TrashFilesResponse,
  UpdateFolderRequest,
} from "./library.ts";
import type {
  GenerateUploadUrlRequest,
  GenerateUploadUrlResponse,
  GetFileRequest,
  ListFilesRequest,
  ListFilesResponse,
  UpdateFileRequest,
  WireMediaFile,
} from "./media-file.ts";

/** Porchlight extensions, modelled on the contract's upload of form files. */
export const generateUploadUrl = /* @__PURE__ */ endpoint<GenerateUploadUrlRequest, GenerateUploadUrlResponse>(
  "POST",
  "/site-media/v1/files/upload-url",
);
export const listFiles = /* @__PURE__ */ endpoint<ListFilesRequest, ListFilesResponse>("GET", "/site-media/v1/files");
export const getFile = /* @__PURE__ */ endpoint<GetFileRequest, { file: WireMediaFile }>(
  "GET",
  "/site-media/v1/files/:fileId",
);
export const updateFile = /* @__PURE__ */ endpoint<UpdateFileRequest, { file: WireMediaFile }>(
  "PATCH",
  "/site-media/v1/files/:fileId",
);
export const deleteFile = /* @__PURE__ */ endpoint<GetFileRequest, Record<string, never>>(
  "DELETE",
  "/site-media/v1/files/:fileId",
);

/** The media library of the console. Porchlight extensions. */
const library = "/_api/porchlight/v1/media";
type Empty = Record<string, never>;
export const listFileUsages = /* @__PURE__ */ endpoint<ListFileUsagesRequest, ListFileUsagesResponse>(
  "GET",
  `${library}/files/:fileId/usages`,
);
export const moveFiles = /* @__PURE__ */ endpoint<MoveFilesRequest, Empty>("POST", `${library}/files/move`);
export const trashFiles = /* @__PURE__ */ endpoint<TrashFilesRequest, TrashFilesResponse>(
  "POST",
  `${library}/files/trash`,
);
export const restoreFiles = /* @__PURE__ */ endpoint<FileIdsRequest, Empty>("POST", `${library}/files/restore`);
export const deleteTrashedFiles = /* @__PURE__ */ endpoint<FileIdsRequest, Empty>("POST", `${library}/files/delete`);
export const listFolders = /* @__PURE__ */ endpoint<Empty, ListFoldersResponse>("GET", `${library}/folders`);
export const createFolder = /* @__PURE__ */ endpoint<CreateFolderRequest, FolderResponse>("POST", `${library}/folders`);
export const updateFolder = /* @__PURE__ */ endpoint<UpdateFolderRequest, FolderResponse>(
  "PATCH",
  `${library}/folders/:folderId`,
);
export const deleteFolder = /* @__PURE__ */ endpoint<FolderByIdRequest, Empty>(
  "DELETE",
  `${library}/folders/:folderId`,
);

import { endpoint } from "../endpoint.ts";
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

export {
  type FilePage,
  type FileSortField,
  type FocalPoint,
  files,
  type ListFilesOptions,
  type MediaFile,
  type MediaType,
  type MediaUploader,
  type UploadOptions,
  type UploadUrlOptions,
} from "./files.ts";
export {
  type MediaFolder,
  type MediaUsage,
  type MediaUsageKind,
  mediaLibrary,
  type TrashResult,
} from "./library.ts";

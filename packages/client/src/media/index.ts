export {
  type FilePage,
  type FocalPoint,
  files,
  type ListFilesOptions,
  type MediaFile,
  type MediaType,
  type UploadOptions,
} from "./files.ts";

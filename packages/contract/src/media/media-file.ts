import type { Cursors } from "../wire/query.ts";
import type { MediaType } from "./media-values.ts";

/** The place of a picture that stays when it is cut: from 0, left and top, to 1. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** A file that was uploaded. An addition of Porchlight: the contract is silent about where its pictures come from. */
export interface WireMediaFile {
  /** Its name under `/media/`; the id of an image in posts. */
  id: string;
  /** What its uploader called it. */
  displayName: string;
  url: string;
  mediaType: MediaType;
  /** By its contents, whatever it was called. */
  mimeType: string;
  sizeInBytes: number;
  /** Pixels, of images. */
  width?: number;
  height?: number;
  /** What is to be seen, for those who do not see it. */
  altText: string;
  /** Of images; the middle where nobody has said another. */
  focalPoint?: FocalPoint;
  createdDate: string;
  updatedDate: string;
}

export interface GenerateUploadUrlRequest {
  body: { filename: string; altText?: string | undefined };
}

export interface GenerateUploadUrlResponse {
  /** Takes the file's bytes by PUT, once. */
  uploadUrl: string;
  /** Later it takes nothing. */
  expirationDate: string;
}

export interface GetFileRequest {
  params: { fileId: string };
}

export interface ListFilesRequest {
  query: { mediaType?: MediaType | undefined; paging?: { limit?: number; cursor?: string } | undefined };
}

export interface ListFilesResponse {
  files: WireMediaFile[];
  pagingMetadata: { count: number; cursors: Cursors; hasNext: boolean };
}

export interface UpdateFileRequest {
  params: { fileId: string };
  body: {
    file: {
      displayName?: string | undefined;
      altText?: string | undefined;
      /** `null`: the middle. */
      focalPoint?: FocalPoint | null | undefined;
    };
  };
}

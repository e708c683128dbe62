import type { Cursors } from "../wire/query.ts";

/** Path of media files on the server; the id follows. */
export const mediaPath = "/media/";
/** 10 MiB. Source: security requirements §6.6. */
export const maxImageBytes = 10 * 1024 * 1024;

/** Pixels. Pictures are made in these widths and no others, so that nobody can have a server make more than it can keep. */
export const imageWidths = [160, 320, 480, 640, 960, 1200, 1280, 1600, 1920, 2560] as const;

/** Width and height of what pictures are cut to. */
export const imageRatios = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [40, 21],
  [2, 1],
  [3, 4],
  [2, 3],
  [9, 16],
] as const;

/** What a picture may be asked for in; without one of them the reader's `Accept` decides. */
export const imageEncodings = ["avif", "webp", "jpg", "png"] as const;
export type ImageEncoding = (typeof imageEncodings)[number];

/** What a file is to those who show it. */
export const mediaTypes = ["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"] as const;
/** The kind of a file. */
export type MediaType = (typeof mediaTypes)[number];

/** Characters of a file's name. */
export const maxFileNameLength = 255;
/** Characters. Source: entities.md, Media, altText. */
export const maxAltTextLength = 1000;

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

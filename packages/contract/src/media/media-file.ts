import type { Cursors } from "../wire/query.ts";

/** Path of media files on the server; the id follows. */
export const mediaPath = "/media/";
/** 10 MiB. Source: security requirements §6.6. */
export const maxImageBytes = 10 * 1024 * 1024;

/** Pixels. A fixed set of widths limits the renditions that requests can create. */
export const imageWidths = [160, 320, 480, 640, 960, 1200, 1280, 1600, 1920, 2560] as const;

/** Width and height of crops. */
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

/** Formats of renditions; by default the `Accept` header decides. */
export const imageEncodings = ["avif", "webp", "jpg", "png"] as const;
export type ImageEncoding = (typeof imageEncodings)[number];

/** Kinds of files. */
export const mediaTypes = ["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"] as const;
/** The kind of a file. */
export type MediaType = (typeof mediaTypes)[number];

/** Maximum characters of a file's name. */
export const maxFileNameLength = 255;
/** Maximum characters. Source: entities.md, Media, altText. */
export const maxAltTextLength = 1000;

/** The point that crops keep: fractions from 0 (left, top) to 1. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** An uploaded file. A Porchlight extension. */
export interface WireMediaFile {
  /** File name under `/media/`; the id of an image in posts. */
  id: string;
  /** Original file name. */
  displayName: string;
  url: string;
  mediaType: MediaType;
  /** Detected from the contents. */
  mimeType: string;
  sizeInBytes: number;
  /** Pixels, of images. */
  width?: number;
  height?: number;
  /** Alternative text. */
  altText: string;
  /** For images. Default: the center. */
  focalPoint?: FocalPoint;
  /** The folder of the library. Absent: none. */
  folderId?: string;
  /** The staff account that uploaded it. Absent: a program or an import. */
  uploader?: MediaUploader;
  /** When the file was moved to the trash. Absent: it is not there. */
  trashedDate?: string;
  createdDate: string;
  updatedDate: string;
}

/** The staff account that uploaded a file. */
export interface MediaUploader {
  /** Id of the staff account. */
  id: string;
  /** Their name, otherwise their email address. Absent if the account was removed. */
  name?: string;
}

export interface GenerateUploadUrlRequest {
  body: {
    filename: string;
    altText?: string | undefined;
    /** Default: no folder. */
    folderId?: string | undefined;
    /** The file that the upload replaces. */
    replacesFileId?: string | undefined;
  };
}

export interface GenerateUploadUrlResponse {
  /** Accepts the file's bytes by PUT, once. */
  uploadUrl: string;
  /** Expiry of the URL. */
  expirationDate: string;
}

export interface GetFileRequest {
  params: { fileId: string };
}

/** Instead of a folder's id: files that are in no folder. */
export const noFolder = "NONE";
/** Properties that files are sorted by. */
export const fileSortFields = ["createdDate", "displayName", "sizeInBytes"] as const;
/** A property that files are sorted by. */
export type FileSortField = (typeof fileSortFields)[number];

export interface ListFilesRequest {
  query: {
    mediaType?: MediaType | undefined;
    /** A part of the file name or the alternative text. */
    search?: string | undefined;
    /** The id of a folder, or `NONE`. Default: all. */
    folderId?: string | undefined;
    /** Whether to list only files that no content uses. */
    unused?: boolean | undefined;
    /** Whether to list the trash instead. */
    trashed?: boolean | undefined;
    /** Default: `createdDate`. */
    sort?: FileSortField | undefined;
    /** Default: `DESC`. */
    order?: "ASC" | "DESC" | undefined;
    paging?: { limit?: number; cursor?: string } | undefined;
  };
}

export interface ListFilesResponse {
  files: WireMediaFile[];
  pagingMetadata: {
    count: number;
    /** Files on all pages. */
    total: number;
    cursors: Pick<Cursors, "next">;
    hasNext: boolean;
  };
}

export interface UpdateFileRequest {
  params: { fileId: string };
  body: {
    file: {
      displayName?: string | undefined;
      altText?: string | undefined;
      /** `null`: the center. */
      focalPoint?: FocalPoint | null | undefined;
    };
  };
}

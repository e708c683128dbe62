import * as conversions from "@porchlight/contract/media/conversions";
import * as endpoints from "@porchlight/contract/media/endpoints";
import type { FileSortField, FocalPoint, MediaType, WireMediaFile } from "@porchlight/contract/media/media-file";
import type { Cursors } from "@porchlight/contract/wire/query";
import { convert } from "../conversion.ts";
import { sendBytes } from "../modules/send-bytes.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { FileSortField, FocalPoint, MediaType } from "@porchlight/contract/media/media-file";

/** The staff account that uploaded a file. */
export interface MediaUploader {
  /** Id of the staff account. */
  _id: string;
  /** Their name, otherwise their email address. Absent if the account was removed. */
  name?: string;
}

/** An uploaded file. */
export interface MediaFile
  extends Omit<WireMediaFile, "id" | "createdDate" | "updatedDate" | "trashedDate" | "uploader"> {
  /** The file's name under `/media/`. */
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  /** The staff account that uploaded it. Absent: a program or an import. */
  uploader?: MediaUploader;
  /** When the file was moved to the trash. Absent: it is not there. */
  trashedDate?: Date;
}

/** Options of `files.generateUploadUrl`. */
export interface UploadUrlOptions {
  /** Alternative text, at most 1000 characters. */
  altText?: string | undefined;
  /** The folder of the library. Default: none. */
  folderId?: string | undefined;
  /** A file of the same kind that the upload replaces. */
  replacesFileId?: string | undefined;
}

/** Options of `files.upload`. */
export interface UploadOptions extends CallOptions {
  /** The file's name. Default: the name of the `File`. */
  filename?: string;
  /** Alternative text, at most 1000 characters. */
  altText?: string;
}

/** Options of `files.listFiles`. */
export interface ListFilesOptions {
  /** Default: all types. */
  mediaType?: MediaType | undefined;
  /** A part of the file name or the alternative text. */
  search?: string | undefined;
  /** The id of a folder, or `NONE` for files in no folder. Default: all. */
  folderId?: string | undefined;
  /** Whether to list only files that no content uses. */
  unused?: boolean | undefined;
  /** Whether to list the trash instead. */
  trashed?: boolean | undefined;
  /** Default: `createdDate`. */
  sort?: FileSortField | undefined;
  /** Default: `DESC`. */
  order?: "ASC" | "DESC" | undefined;
  /** `limit` 1 to 100, default 50. */
  paging?: { limit?: number; cursor?: string };
}

/** One page of files. */
export interface FilePage {
  files: MediaFile[];
  pagingMetadata: { count: number; total: number; cursors: Cursors; hasNext: boolean };
}

/**
 * The site's files: images, videos, audio and documents for posts. Requires an API key of role `editor` or `admin`;
 * otherwise `NOT_ALLOWED`. A Porchlight extension.
 */
export function files(transport: Transport) {
  return {
    /**
     * Uploads a file. Its type is detected from its contents.
     *
     * @param file Its bytes; a `File`, or a `Blob` of `fs.openAsBlob` in Node, is streamed.
     * @returns The stored file. Image metadata is removed.
     * @throws {PorchlightError} `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`, `PAYLOAD_TOO_LARGE`, `UNAVAILABLE`.
     */
    async uploadFile(file: Blob, { filename, altText, signal }: UploadOptions = {}): Promise<{ file: MediaFile }> {
      const name = filename ?? (file as Partial<File>).name ?? "file";
      const { uploadUrl } = await this.generateUploadUrl(name, { altText }, { signal });
      const stored = await sendBytes(transport, uploadUrl, file, signal);
      return convert(stored, conversions.oneFile.response, "response") as { file: MediaFile };
    },

    /**
     * Requests a URL that accepts one file by PUT without a token, for uploads from browsers without the API key.
     *
     * @param options `replacesFileId`: the upload takes the place of this file. It has an id of its own, the site's
     * content refers to it from then on, and the URL of the former file redirects to it.
     * @throws {PorchlightError} Violations of `filename` and others; `FOLDER_NOT_FOUND`, `FILE_NOT_FOUND`.
     */
    generateUploadUrl(
      filename: string,
      options: UploadUrlOptions = {},
      call?: CallOptions,
    ): Promise<{ uploadUrl: string; expirationDate: Date }> {
      return transport.send(
        endpoints.generateUploadUrl,
        { body: { filename, ...options } },
        { ...call, conversion: conversions.uploadUrl },
      );
    },

    /** Gets a file's metadata. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    getFile(fileId: string, call?: CallOptions): Promise<{ file: MediaFile }> {
      return transport.send(endpoints.getFile, { params: { fileId } }, { ...call, conversion: conversions.oneFile });
    },

    /**
     * Lists a page of files, by default newest first and without the trash.
     *
     * @throws {PorchlightError} `CURSOR_INVALID`.
     */
    listFiles(options: ListFilesOptions = {}, call?: CallOptions): Promise<FilePage> {
      return transport.send(endpoints.listFiles, { query: options }, { ...call, conversion: conversions.manyFiles });
    },

    /**
     * Updates a file's metadata; omitted properties stay.
     *
     * @param file `focalPoint`: the point that crops keep, as fractions of width and height; `null` for the center.
     * @throws {PorchlightError} `FILE_NOT_FOUND`; violations of `file.displayName` and others.
     */
    updateFile(
      fileId: string,
      file: { displayName?: string; altText?: string; focalPoint?: FocalPoint | null },
      call?: CallOptions,
    ): Promise<{ file: MediaFile }> {
      return transport.send(
        endpoints.updateFile,
        { params: { fileId }, body: { file } },
        { ...call, conversion: conversions.oneFile },
      );
    },

    /** Deletes a file permanently, even if posts use it. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    async deleteFile(fileId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteFile, { params: { fileId } }, { ...call });
    },
  };
}

import * as conversions from "@porchlight/contract/media/conversions";
import * as endpoints from "@porchlight/contract/media/endpoints";
import type { FocalPoint, MediaType, WireMediaFile } from "@porchlight/contract/media/media-file";
import type { Cursors } from "@porchlight/contract/wire/query";
import { convert } from "../conversion.ts";
import { errorFromResponse, readResponse } from "../http/response.ts";
import type { CallOptions, ClientTransport, Transport } from "../transport.ts";

/** As long as an address of `generateUploadUrl` is good for: a large file on a slow line takes its time. */
const uploadDeadlineMs = 60 * 60_000;

/** Sends bytes to an address of `generateUploadUrl`; never twice, for an address takes one file. @throws {PorchlightError} */
async function sendBytes(
  transport: ClientTransport,
  uploadUrl: string,
  body: Blob,
  signal: AbortSignal | undefined,
): Promise<{ file: MediaFile }> {
  const init = { method: "PUT", body, ...(signal && { signal }) };
  const answer = await readResponse(await transport.fetch(uploadUrl, init, false, uploadDeadlineMs));
  if (answer.status !== 200) throw errorFromResponse(answer, Date.now());
  return convert(answer.body, conversions.oneFile.response, "response") as { file: MediaFile };
}

export type { FocalPoint, MediaType } from "@porchlight/contract/media/media-file";

/** A file that was uploaded to the site. */
export interface MediaFile extends Omit<WireMediaFile, "id" | "createdDate" | "updatedDate"> {
  /** Its name under `/media/`. */
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
}

/** Options of `files.upload`. */
export interface UploadOptions extends CallOptions {
  /** What the file is called; a `File`'s own name unless given. */
  filename?: string;
  /** What is to be seen in a picture, for those who do not see it: 1000 characters at most. */
  altText?: string;
}

/** Options of `files.listFiles`. */
export interface ListFilesOptions {
  mediaType?: MediaType;
  /** `limit` 1 to 100, 50 unless given. */
  paging?: { limit?: number; cursor?: string };
}

/** One page of files. */
export interface FilePage {
  files: MediaFile[];
  pagingMetadata: { count: number; cursors: Cursors; hasNext: boolean };
}

/**
 * The site's files: pictures, films, sounds and documents for posts. For programs with an API key of role `editor` or `admin`; everyone
 * else is answered `NOT_ALLOWED`. An addition of Porchlight.
 */
export function files(transport: Transport) {
  return {
    /**
     * Uploads a file. What it is, its contents tell, whatever it is called or said to be.
     *
     * @param file Its bytes; a `File`, or a `Blob` of `fs.openAsBlob` in Node, is read piece by piece.
     * @returns The file as the site has it. Pictures come without their metadata.
     * @throws {PorchlightError} `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`, `PAYLOAD_TOO_LARGE`, `UNAVAILABLE`.
     */
    async uploadFile(file: Blob, { filename, altText, signal }: UploadOptions = {}): Promise<{ file: MediaFile }> {
      const name = filename ?? (file as Partial<File>).name ?? "file";
      const { uploadUrl } = await this.generateUploadUrl(name, { altText }, { signal });
      return sendBytes(transport as ClientTransport, uploadUrl, file, signal);
    },

    /**
     * Asks for an address that takes one file by PUT, without a token: for a browser that is to upload without the key.
     *
     * @throws {PorchlightError} Violations of `filename` and `altText`.
     */
    generateUploadUrl(
      filename: string,
      options: { altText?: string | undefined } = {},
      call?: CallOptions,
    ): Promise<{ uploadUrl: string; expirationDate: Date }> {
      return transport.send(
        endpoints.generateUploadUrl,
        { body: { filename, ...options } },
        { ...call, conversion: conversions.uploadUrl },
      );
    },

    /** Reads what is known of a file. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    getFile(fileId: string, call?: CallOptions): Promise<{ file: MediaFile }> {
      return transport.send(endpoints.getFile, { params: { fileId } }, { ...call, conversion: conversions.oneFile });
    },

    /** Reads a page of files, the newest first. @throws {PorchlightError} `CURSOR_INVALID`. */
    listFiles(options: ListFilesOptions = {}, call?: CallOptions): Promise<FilePage> {
      return transport.send(endpoints.listFiles, { query: options }, { ...call, conversion: conversions.manyFiles });
    },

    /**
     * Changes what is said of a file: what is left out stays.
     *
     * @param file `focalPoint`: the place that stays when a picture is cut, as shares of its width and height; `null` for the middle.
     * @throws {PorchlightError} `FILE_NOT_FOUND`; violations of `file.displayName` and the like.
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

    /** Deletes a file for good, wherever it is shown. @throws {PorchlightError} `FILE_NOT_FOUND`. */
    async deleteFile(fileId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteFile, { params: { fileId } }, { ...call });
    },
  };
}

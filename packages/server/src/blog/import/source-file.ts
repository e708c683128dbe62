import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { reasonOf } from "./folder/list-folder.ts";
import { ImportSourceError } from "./import-source.ts";

/** A file that is imported: one of this machine, or what was at an address. */
export interface SourceFile {
  /** For people, in notes. */
  name: string;
  /** Its path or address. */
  place: string;
  /** From the beginning, as often as it is asked for. */
  read(): AsyncIterable<Uint8Array>;
  /** Its first bytes. */
  head: Buffer;
}

/** Before the first item, exports say what they are. */
const headBytes = 16 * 1024;
const pieceBytes = 256 * 1024;

/** @throws {ImportSourceError} when it cannot be read. */
export async function openSourceFile(path: string): Promise<SourceFile> {
  try {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return {
      name: basename(path),
      place: path,
      head: buffer.subarray(0, bytesRead),
      read: () => createReadStream(path, { highWaterMark: pieceBytes }),
    };
  } catch (error) {
    throw new ImportSourceError(`"${path}" ${reasonOf(error)}.`, { cause: error });
  }
}

export function fileOfBytes(address: string, bytes: Buffer): SourceFile {
  return {
    name: address.slice(0, 500),
    place: address,
    head: bytes.subarray(0, headBytes),
    async *read() {
      for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
    },
  };
}

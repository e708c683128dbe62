/** What a format's reader makes of a file. */
export interface CleanFile {
  /** Pixels as the picture is shown, turned where the file says so. */
  width: number;
  height: number;
  /** The file with its picture and its colours, and nothing else that was in it. */
  bytes: Buffer;
  /** Whether it is a film. */
  moves: boolean;
}

/** The file ends too early, or says something that cannot be. Readers may throw a `RangeError` of `Buffer` in its place. */
export class DamagedImage extends Error {
  override readonly name = "DamagedImage";
}

export interface ImageFormat {
  /** Of the file's name, and of the type. */
  extension: string;
  mediaType: string;
  /** By the first bytes. */
  matches(file: Buffer): boolean;
  /** @throws {DamagedImage | RangeError} when the file is not whole. */
  clean(file: Buffer): CleanFile;
}

/** `length` bytes from `start`, all of them. */
export function take(file: Buffer, start: number, length: number): Buffer {
  if (length < 0 || start + length > file.length) throw new DamagedImage();
  return file.subarray(start, start + length);
}

/** A file in the making: pieces one after the other, however many. */
export interface Output {
  add(piece: Buffer): void;
  finish(): Buffer;
}

/** `capacity` in bytes is not to be exceeded. */
export function createOutput(capacity: number): Output {
  const bytes = Buffer.alloc(capacity);
  let length = 0;
  return {
    add(piece) {
      length += piece.copy(bytes, length);
    },
    finish: () => bytes.subarray(0, length),
  };
}

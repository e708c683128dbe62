/** An image without metadata. */
export interface CleanFile {
  /** Pixels, after rotation. */
  width: number;
  height: number;
  /** The file with only image and color data. */
  bytes: Buffer;
  isAnimated: boolean;
}

/** The file is incomplete or invalid. Parsers may throw a `RangeError` of `Buffer` instead. */
export class DamagedImage extends Error {
  override readonly name = "DamagedImage";
}

export interface ImageFormat {
  /** Without a dot. */
  extension: string;
  mediaType: string;
  /** Checks the signature. */
  matches(file: Buffer): boolean;
  /** Removes metadata. @throws {DamagedImage | RangeError} if the file is incomplete or invalid. */
  clean(file: Buffer): CleanFile;
}

/** Returns `length` bytes from `start`. @throws {DamagedImage} if the file is shorter. */
export function take(file: Buffer, start: number, length: number): Buffer {
  if (length < 0 || start + length > file.length) throw new DamagedImage();
  return file.subarray(start, start + length);
}

/** Collects the chunks of a file. */
export interface Output {
  add(chunk: Buffer): void;
  finish(): Buffer;
}

/** @param capacity Maximum size in bytes. */
export function createOutput(capacity: number): Output {
  const bytes = Buffer.alloc(capacity);
  let length = 0;
  return {
    add(chunk) {
      length += chunk.copy(bytes, length);
    },
    finish: () => bytes.subarray(0, length),
  };
}

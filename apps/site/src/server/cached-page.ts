import { constants, crc32, deflateRawSync } from "node:zlib";

/** A rendered page, split at its nonce, which is replaced for every reader. */
export interface CachedHtml {
  /** The page with this nonce, gzipped or plain. Nonces must have the length of the original. */
  write(nonce: string, isPacked: boolean): Uint8Array<ArrayBuffer>;
  /** Approximate memory usage. */
  readonly bytes: number;
}

/** Magic number, deflate, no flags, no time, no system. Source: RFC 1952 §2.3. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block. */
const lastBlock = Buffer.from([3, 0]);
const trailerBytes = 8;

/** @param nonce The nonce the page was rendered with: random, so that it occurs nowhere else. */
export function cacheHtml(html: string, nonce: string): CachedHtml {
  const pieces = html.split(nonce).map((piece) => Buffer.from(piece));
  let packed: { pieces: Buffer[]; nonceHead: Buffer } | undefined;

  /** Compressed once: the constant parts are independent deflate blocks. Source: RFC 1951 §3.2. */
  const pack = () => {
    const length = nonce.length;
    return {
      pieces: pieces.map((piece) => deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH })),
      nonceHead: Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]),
    };
  };

  function writePacked(own: Buffer): Uint8Array<ArrayBuffer> {
    packed ??= pack();
    const body = join([gzipHead], packed.pieces, [packed.nonceHead, own], [lastBlock, Buffer.alloc(trailerBytes)]);
    let checksum = 0;
    let size = 0;
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) checksum = crc32(own, checksum);
      checksum = crc32(piece, checksum);
      size += piece.byteLength + (index > 0 ? own.byteLength : 0);
    }
    const trailer = new DataView(body.buffer, body.byteLength - trailerBytes);
    trailer.setUint32(0, checksum, true);
    trailer.setUint32(4, size, true);
    return body;
  }

  return {
    write(newNonce, isPacked) {
      const own = Buffer.from(newNonce, "latin1");
      return isPacked ? writePacked(own) : join([], pieces, [own], []);
    },
    // The gzipped copy takes less than half as much again.
    bytes: Math.ceil(Buffer.byteLength(html) * 1.5) + 1_024,
  };
}

function join(
  head: readonly Buffer[],
  pieces: readonly Buffer[],
  between: readonly Buffer[],
  tail: readonly Buffer[],
): Uint8Array<ArrayBuffer> {
  const all = [...head, ...pieces.flatMap((piece, index) => (index === 0 ? [piece] : [...between, piece])), ...tail];
  const body = new Uint8Array(all.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of all) {
    body.set(part, offset);
    offset += part.byteLength;
  }
  return body;
}

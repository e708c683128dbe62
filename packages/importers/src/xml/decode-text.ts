import { ImportSourceError } from "../import-source.ts";

/**
 * Decodes a text file chunk by chunk: by its byte order mark or first bytes, else by the encoding of the XML
 * declaration, else UTF-8.
 *
 * @throws {ImportSourceError} for bytes that are invalid in the encoding, with their line.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  let head: Uint8Array = new Uint8Array();
  const decode = (piece: Uint8Array, stream: boolean) => {
    try {
      const text = (decoder as TextDecoder).decode(piece, { stream });
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) line += 1;
      return text;
    } catch (error) {
      const where = line === 1 ? "" : `, after line ${line - 1}`;
      const message = `"${name}" is not in ${decoder?.encoding.toUpperCase()}, as it says or XML has it by default${where}. Save it in UTF-8.`;
      throw new ImportSourceError(message, { cause: error });
    }
  };
  for await (const piece of bytes) {
    if (decoder === undefined) {
      head = Buffer.concat([head, piece]);
      // The declaration is short and at the start.
      if (head.length < 200) continue;
      decoder = createDecoder(head, name);
      yield decode(head, true);
    } else {
      yield decode(piece, true);
    }
  }
  if (decoder === undefined) {
    decoder = createDecoder(head, name);
    yield decode(head, true);
  }
  yield decode(new Uint8Array(), false);
}

function createDecoder(head: Uint8Array, name: string): TextDecoder {
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    Buffer.from(head.subarray(0, 200)).toString("latin1"),
  )?.[1];
  // A declaration that is readable as single bytes is not in UTF-16, whatever it says: programs copy it unchanged into
  // files of another encoding.
  const isPossible = declared !== undefined && !/^utf-?16/i.test(declared);
  const encoding = wideEncodingOf(head) ?? (isPossible ? declared : "utf-8");
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    throw new ImportSourceError(`"${name}" is in ${encoding}, which is not known here. Save it in UTF-8.`, {
      cause: error,
    });
  }
}

/** Detects UTF-16 by its mark or by the zeros next to the first character. Source: XML 1.0, appendix F. */
function wideEncodingOf([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return undefined;
}

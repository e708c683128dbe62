import type { MediaType } from "@porchlight/contract/media/media-file";

/** Kind of a file other than the images of `read-image.ts`. */
export interface FileKind {
  /** Extension in the store, without a dot. */
  extension: string;
  mimeType: string;
  mediaType: MediaType;
}

const kind = (extension: string, mediaType: MediaType, mimeType: string): FileKind => ({
  extension,
  mimeType,
  mediaType,
});

const mp4 = kind("mp4", "VIDEO", "video/mp4");
const mov = kind("mov", "VIDEO", "video/quicktime");
const webm = kind("webm", "VIDEO", "video/webm");
const m4a = kind("m4a", "AUDIO", "audio/mp4");
const mp3 = kind("mp3", "AUDIO", "audio/mpeg");
const aac = kind("aac", "AUDIO", "audio/aac");
const ogg = kind("ogg", "AUDIO", "audio/ogg");
const wav = kind("wav", "AUDIO", "audio/wav");
const flac = kind("flac", "AUDIO", "audio/flac");
const pdf = kind("pdf", "DOCUMENT", "application/pdf");
const zip = kind("zip", "DOCUMENT", "application/zip");
const gzip = kind("gz", "DOCUMENT", "application/gzip");
const text = kind("txt", "DOCUMENT", "text/plain; charset=utf-8");
const office = "application/vnd.openxmlformats-officedocument";
const docx = kind("docx", "DOCUMENT", `${office}.wordprocessingml.document`);
const xlsx = kind("xlsx", "DOCUMENT", `${office}.spreadsheetml.sheet`);
const pptx = kind("pptx", "DOCUMENT", `${office}.presentationml.presentation`);
const openDocument = "application/vnd.oasis.opendocument";
const odt = kind("odt", "DOCUMENT", `${openDocument}.text`);
const ods = kind("ods", "DOCUMENT", `${openDocument}.spreadsheet`);
const odp = kind("odp", "DOCUMENT", `${openDocument}.presentation`);
const epub = kind("epub", "DOCUMENT", "application/epub+zip");

/** Accepted kinds besides images. None can contain scripts that a browser would run. */
export const fileKinds: readonly FileKind[] = [
  ...[mp4, mov, webm, m4a, mp3, aac, ogg, wav, flac],
  ...[pdf, zip, gzip, text, docx, xlsx, pptx, odt, ods, odp, epub],
];

/** An unsupported file. The message follows its name: `is HTML`. */
export class FileKindError extends Error {
  override readonly name = "FileKindError";
}

/** Bytes from the start of a file that determine its kind. */
export const signatureBytes = 16 * 1024;

/**
 * Detects the kind of a file that is not an image.
 *
 * @param head The first {@link signatureBytes} of the file.
 * @throws {FileKindError} if it is none of {@link fileKinds}.
 */
export function findFileKind(head: Buffer): FileKind {
  const bySignature = findBySignature(head);
  const found = bySignature ?? findByZipEntries(head);
  if (found) return found;
  const content = bySignature === null ? undefined : decodeText(head);
  if (content === undefined) throw new FileKindError("is of a kind that is not taken");
  if (/^\s*</.test(content)) throw new FileKindError("is HTML, SVG or XML, which could hold scripts");
  return text;
}

/**
 * Returns `null` for a known signature of an unsupported format. Source: WHATWG MIME Sniffing §6, and the documents of
 * the formats.
 */
function findBySignature(head: Buffer): FileKind | null | undefined {
  const at = (start: number, length: number) => head.toString("latin1", start, start + length);
  if (at(4, 4) === "ftyp") return byBrand(at(8, 4));
  if (at(0, 4) === "\x1a\x45\xdf\xa3") return at(0, 64).includes("\x42\x82\x84webm") ? webm : null;
  if (at(0, 4) === "OggS") return /^(?:OpusHead|.vorbis|.FLAC|Speex)/.test(at(28, 8)) ? ogg : null;
  if (at(0, 4) === "RIFF") return at(8, 4) === "WAVE" ? wav : null;
  if (at(0, 4) === "fLaC") return flac;
  if (at(0, 3) === "ID3") return mp3;
  if (at(0, 5) === "%PDF-") return pdf;
  if (at(0, 3) === "\x1f\x8b\x08") return gzip;
  const [first = 0, second = 0] = head;
  if (first !== 0xff) return undefined;
  // The layer of MPEG audio frames; 0 means AAC.
  if ((second & 0xf6) === 0xf0) return aac;
  return (second & 0xe6) === 0xe2 ? mp3 : null;
}

function byBrand(brand: string): FileKind | null {
  if (brand === "qt  ") return mov;
  if (/^M4[AB] $/.test(brand)) return m4a;
  return /^(?:isom|iso\d|mp4\d|avc1|M4V |M4VH|M4VP|MSNV|dash|f4v |3gp\d)$/.test(brand) ? mp4 : null;
}

/** Detects the kind of a zip file by its entries, without unpacking it. */
function findByZipEntries(head: Buffer): FileKind | undefined {
  if (!head.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"))) return undefined;
  const names = head.toString("latin1");
  const declared = /^mimetype(application\/[a-z.+-]+?)(?=PK|$)/.exec(names.slice(30))?.[1];
  if (declared) return [odt, ods, odp, epub].find(({ mimeType }) => mimeType === declared) ?? zip;
  if (!names.includes("[Content_Types].xml") && !names.includes("_rels/.rels")) return zip;
  return [docx, xlsx, pptx].find((_, index) => names.includes(["word/", "xl/", "ppt/"][index]!)) ?? zip;
}

/** Returns `undefined` for invalid UTF-8 or control characters. */
function decodeText(head: Buffer): string | undefined {
  try {
    // The last character may be incomplete.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return /(?![\t\n\f\r])\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Sanitizes a file name for URLs and downloads: replaces characters with a meaning in paths, and bidirectional
 * overrides, which could disguise an extension.
 */
export function toFileName(name: string): string {
  return name
    .replace(/^\.{1,2}$/, (dots) => "_".repeat(dots.length))
    .replace(/[/\\:;*?"<>|\p{Cc}\p{Cf}]/gu, "_")
    .slice(0, 255)
    .toWellFormed();
}

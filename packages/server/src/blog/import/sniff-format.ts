import { ImportSourceError } from "./import-source.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * What kind of export a file is, by how it begins.
 *
 * @throws {ImportSourceError} with what to do where it is none. Archives are never opened.
 */
export function sniffFormat({ name, head }: SourceFile): "wxr" | "ghost" | "rss" {
  if (head.length === 0) throw new ImportSourceError(`"${name}" is empty.`);
  const [first, second] = head;
  if ((first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b))
    throw new ImportSourceError(`"${name}" is an archive. Unpack it, and import what is in it.`);
  // Every second byte of UTF-16 is zero here, whichever end comes first.
  const text = head.toString("latin1").replaceAll("\0", "");
  if (/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?\s*\{/.test(text)) return "ghost";
  if (/http:\/\/wordpress\.org\/export\/|<wp:wxr_version/.test(text)) return "wxr";
  if (/<(?:rss|feed|rdf:RDF)[\s>]/.test(text)) return "rss";
  if (/^\s*(?:---|\+\+\+|#)/.test(text))
    throw new ImportSourceError(`"${name}" is one Markdown file. Name the folder that it is in.`);
  throw new ImportSourceError(
    `"${name}" is neither an export of WordPress (XML) or Ghost (JSON) nor a feed. Markdown is imported as a folder.`,
  );
}

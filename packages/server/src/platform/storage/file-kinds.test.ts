import { describe, expect, it } from "vitest";
import { FileKindError, findFileKind } from "./file-kinds.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
/** The first entries of a zip file with their names. */
const zipped = (...names: string[]) => bytes(...names.map((name) => `PK\x03\x04${"\0".repeat(26)}${name}`));

describe("findFileKind", () => {
  it.each<[string, Buffer]>([
    ["mp4", bytes([0, 0, 0, 24], "ftypisom")],
    ["mp4", bytes([0, 0, 0, 24], "ftypmp42")],
    ["mov", bytes([0, 0, 0, 20], "ftypqt  ")],
    ["m4a", bytes([0, 0, 0, 20], "ftypM4A ")],
    ["webm", bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], "webm")],
    ["mp3", bytes("ID3\x04")],
    ["mp3", bytes([0xff, 0xfb, 0x90, 0x64])],
    ["aac", bytes([0xff, 0xf1, 0x50, 0x80])],
    ["ogg", bytes("OggS", "\0".repeat(24), "OpusHead")],
    ["ogg", bytes("OggS", "\0".repeat(24), "\x01vorbis")],
    ["wav", bytes("RIFF....WAVEfmt ")],
    ["flac", bytes("fLaC")],
    ["pdf", bytes("%PDF-1.7\n")],
    ["zip", zipped("notes.txt")],
    ["gz", bytes([0x1f, 0x8b, 0x08, 0])],
    ["docx", zipped("[Content_Types].xml", "word/document.xml")],
    ["xlsx", zipped("[Content_Types].xml", "xl/workbook.xml")],
    ["pptx", zipped("_rels/.rels", "ppt/presentation.xml")],
    ["odt", zipped("mimetypeapplication/vnd.oasis.opendocument.text", "content.xml")],
    ["epub", zipped("mimetypeapplication/epub+zip", "META-INF/container.xml")],
    ["txt", Buffer.from("name,age\nÄnne,7\n")],
    ["txt", Buffer.from("# A <b>note</b>\n")],
    ["txt", Buffer.from(`${"a".repeat(20)}é`).subarray(0, 21)],
  ])("detects %s by its signature", (extension, head) => {
    expect(findFileKind(head).extension).toBe(extension);
  });

  it.each<[string, Buffer]>([
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["HTML after a mark and spaces", Buffer.from("\uFEFF \n\t<script>alert(1)</script>")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["XML", Buffer.from('<?xml version="1.0"?><a/>')],
    ["a program", bytes([0x7f], "ELF", [2, 1, 1, 0])],
    ["a program of Windows", bytes("MZ", [0x90, 0, 3, 0])],
    ["a picture that few browsers show", bytes([0, 0, 0, 24], "ftypheic")],
    ["a film of another kind", bytes([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x88], "matroska")],
    ["moving pictures in Ogg", bytes("OggS", "\0".repeat(24), "\x80theora")],
    ["an AVI", bytes("RIFF....AVI LIST")],
    ["UTF-16", Buffer.from("\uFEFF<script>", "utf16le")],
    ["text with NUL", Buffer.from("a\0b")],
    ["noise", bytes([0xff, 0x00, 0x13, 0x37])],
  ])("rejects %s", (_name, head) => {
    expect(() => findFileKind(head)).toThrow(FileKindError);
  });
});

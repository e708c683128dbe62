import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";

/** Letters beyond ASCII of the languages in Latin script that the site is translated into. */
const alphabets = {
  de: "ÄÖÜäöüßẞ",
  es: "ÁÉÍÑÓÚÜáéíñóúü¡¿ªº",
  fr: "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»",
  it: "ÀÈÉÌÒÙàèéìòù",
  nl: "ÁÉËÏÓÖÜáéëïóöü",
  pl: "ĄĆĘŁŃÓŚŹŻąćęłńóśźż„”",
  pt: "ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú",
  tr: "ÂÇĞİÎÖŞÛÜâçğıîöşûü",
  "names of neighbors": "ŐőŰűČčĎďĚěŇňŘřŠšŤťŮůŽžȘșȚțĀāĒēĢģĶķĻļŅņŪūÅåØø",
};

interface FontFace {
  family: string;
  file: string;
  ranges: [number, number][];
}

const require = createRequire(import.meta.url);

/** The faces of a style sheet that are files. */
function fontFacesOf(sheet: string): FontFace[] {
  const css = readFileSync(new URL(sheet, import.meta.url), "utf8");
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rules = ""]) => {
    const file = /url\("([^"]+)"\)/.exec(rules)?.[1];
    const ranges = /unicode-range:([^;]*)/.exec(rules)?.[1];
    if (!file || !ranges) return [];
    return {
      family: /font-family: "([^"]+)"/.exec(rules)?.[1] ?? "",
      file,
      ranges: [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = "", to = from]) => {
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      }),
    };
  });
}

/** Reads the characters of a WOFF2 file. Source: WOFF 2.0, section 4, and the OpenType table `cmap`. */
function charactersOf(file: string): Set<number> {
  const bytes = readFileSync(require.resolve(file));
  const tables = bytes.readUInt16BE(12);
  let position = 48;
  const readBase128 = () => {
    let value = 0;
    for (;;) {
      const byte = bytes.readUInt8(position++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let cmap: number | undefined;
  for (let index = 0; index < tables; index++) {
    const flags = bytes.readUInt8(position++);
    const tag = flags & 63;
    if (tag === 63) position += 4;
    const length = readBase128();
    // Only glyf and loca, the known tables 10 and 11, are transformed in version 0.
    const isTransformed = tag === 10 || tag === 11 ? flags >> 6 === 0 : flags >> 6 !== 0;
    const stored = isTransformed ? readBase128() : length;
    if (tag === 0) cmap = start;
    start += stored;
  }
  expect(cmap).toBeDefined();
  const table = brotliDecompressSync(bytes.subarray(position)).subarray(cmap);
  const characters = new Set<number>();
  for (let index = 0; index < table.readUInt16BE(2); index++) {
    const subtable = table.subarray(table.readUInt32BE(4 + index * 8 + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) {
      const segments = subtable.readUInt16BE(6) / 2;
      for (let segment = 0; segment < segments; segment++) {
        const end = subtable.readUInt16BE(14 + segment * 2);
        const first = subtable.readUInt16BE(16 + segments * 2 + segment * 2);
        for (let character = first; character <= end; character++) characters.add(character);
      }
    } else if (format === 12) {
      for (let group = 0; group < subtable.readUInt32BE(12); group++) {
        const first = subtable.readUInt32BE(16 + group * 12);
        const end = subtable.readUInt32BE(20 + group * 12);
        for (let character = first; character <= end; character++) characters.add(character);
      }
    }
  }
  return characters;
}

describe.each(["inter", "playfair-display", "source-serif-4", "space-grotesk"])("the fonts of %s", (name) => {
  const faces = fontFacesOf(`./fonts/${name}.css`);

  it.each([...new Set(faces.map(({ family }) => family))])("have the letters of every language: %s", (family) => {
    const loaded = faces
      .filter((face) => face.family === family)
      .map((face) => ({ ...face, characters: charactersOf(face.file) }));
    expect(loaded).toHaveLength(2);
    const missing = Object.entries(alphabets).flatMap(([language, letters]) =>
      [...letters]
        .filter((letter) => {
          const code = letter.codePointAt(0) ?? 0;
          // The last matching face applies.
          const face = loaded.findLast(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
          return !face?.characters.has(code);
        })
        .map((letter) => `${language}: ${letter}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("reading a font", () => {
  it("finds only characters of the subset", () => {
    const characters = charactersOf("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
    expect([..."AzéßıŁş世"].filter((letter) => characters.has(letter.codePointAt(0)!))).toEqual([..."Azéßı"]);
  });
});

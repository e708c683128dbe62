import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkTranslation } from "@porchlight/contract/texts/check-translation";
import { textLanguages } from "@porchlight/contract/texts/keys";
import { describe, expect, it } from "vitest";

const source = path.join(import.meta.dirname, "..");
const call = /\b(?:text|richText)\(\s*("(?:[^"\\]|\\.)*"|[^")\s][^),]*)/g;

/** The English texts in the files of a folder, and calls whose first argument is not a literal. */
function readTexts(folder: string, includes: (file: string) => boolean) {
  const texts = new Set<string>();
  const others: string[] = [];
  for (const name of readdirSync(path.join(source, folder), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name) || name.endsWith(".test.ts") || !includes(name)) continue;
    const contents = readFileSync(path.join(source, folder, name), "utf8");
    if (!contents.includes("texts/text.ts")) continue;
    for (const [, argument = ""] of contents.matchAll(call))
      if (argument.startsWith('"')) texts.add(JSON.parse(argument) as string);
      else others.push(`${folder}/${name}: ${argument}`);
  }
  return { texts, others };
}

const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["texts", "server"].includes(entry.name))
  .map(({ name }) => name);

/** Folders of the first pages, whose texts are loaded with the console, except in files that only other pages use. */
const firstFolders = ["access", "home", "shell", "ui"];
const isFirst = (file: string) =>
  !/^(?:errors\/violation-text|dialogs\/|saved-views|sortable-rows|account-page)/.test(file);

const all = folders.map((folder) => readTexts(folder, () => true));
const allTexts = new Set(all.flatMap(({ texts }) => [...texts]));
const firstTexts = new Set(firstFolders.flatMap((folder) => [...readTexts(folder, isFirst).texts]));

it("texts are literals", () => {
  expect(all.flatMap(({ others }) => others)).toEqual([]);
});

describe.each(textLanguages.filter((language) => language !== "en"))("the texts in %s", (language) => {
  const [first, pages] = ["first", "pages"].map(
    (name): Record<string, string> =>
      JSON.parse(readFileSync(path.join(source, `texts/translations/${language}/${name}.json`), "utf8")),
  ) as [Record<string, string>, Record<string, string>];
  const problemsOf = (texts: Iterable<string>, translations: Record<string, string>) =>
    [...texts].flatMap((english) =>
      checkTranslation(english, translations[english], language).map((problem) => `${english}: ${problem}`),
    );

  it("are complete, with the placeholders and plurals of the language", () => {
    expect(problemsOf(firstTexts, first)).toEqual([]);
    expect(problemsOf(allTexts, { ...first, ...pages })).toEqual([]);
  });

  it("have no other texts, and each once", () => {
    expect(Object.keys(first).filter((english) => !firstTexts.has(english))).toEqual([]);
    expect(Object.keys(pages).filter((english) => !allTexts.has(english) || firstTexts.has(english))).toEqual([]);
  });
});

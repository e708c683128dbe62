import { readFileSync } from "node:fs";
import { checkTranslation } from "@porchlight/contract/texts/check-translation";
import { textLanguages } from "@porchlight/contract/texts/keys";
import { expect, it } from "vitest";
import { words } from "./en.ts";

it.each(textLanguages.filter((language) => language !== "en"))("texts in %s are complete", (language) => {
  const texts: Record<string, string> = JSON.parse(
    readFileSync(new URL(`translations/${language}.json`, import.meta.url), "utf8"),
  );
  const problems = [...new Set([...Object.keys(words), ...Object.keys(texts)])].flatMap((key) =>
    checkTranslation(words[key] ?? "", texts[key], language).map((problem) => `${key} ${problem}`),
  );
  expect(problems).toEqual([]);
  expect(Object.keys(texts).filter((key) => !Object.hasOwn(words, key))).toEqual([]);
});

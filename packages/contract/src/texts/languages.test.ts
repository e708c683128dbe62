import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { formatMessage } from "./format.ts";

const folder = new URL(".", import.meta.url);
const areas = readdirSync(new URL("en/", folder)).sort();
const languages = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

const readTexts = async (language: string, area: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`${language}/${area}`, folder), "utf8"));

/** Names of the placeholders and tags in a message, for all plural forms. */
function namesIn(message: string, language: string): string[] {
  const names = new Set<string>();
  for (const n of [0, 1, 2, 5, 21]) {
    const get = (_: unknown, name: string) => {
      names.add(name);
      return n;
    };
    const values = new Proxy<Record<string, number>>({}, { get });
    formatMessage(message, values, language);
  }
  return [...names].sort();
}

describe.each(languages)("texts in %s", (language) => {
  it("have the same files as English", () => {
    expect(readdirSync(new URL(`${language}/`, folder)).sort()).toEqual(areas);
  });

  it.each(areas)("have the keys and placeholders of English in the same order: %s", async (area) => {
    const [english, texts] = await Promise.all([readTexts("en", area), readTexts(language, area)]);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    const namesByKey = Object.entries(texts).map(([key, message]) => [key, namesIn(message, language)]);
    expect(Object.fromEntries(namesByKey)).toEqual(
      Object.fromEntries(Object.entries(english).map(([key, message]) => [key, namesIn(message, "en")])),
    );
    for (const message of Object.values(texts)) expect(message.trim()).toBe(message);
  });

  it.each(areas)("have keys of the form area.screen.part, in the file of their area: %s", async (area) => {
    // An area may have several files, loaded with their screens: `auth-verifyEmail.json`.
    const prefix = area.replace(/(-\w+)?\.json$/, "");
    for (const key of Object.keys(await readTexts(language, area))) {
      expect(key).toMatch(new RegExp(`^${prefix}\\.[a-zA-Z]+\\.[a-zA-Z]+$`));
    }
  });
});

describe("English texts", () => {
  it("use the product's terms", async () => {
    const all = (await Promise.all(areas.map((area) => readTexts("en", area)))).flatMap(Object.values);
    for (const message of all) {
      expect(message.replace(/\{\w+/g, "")).not.toMatch(
        /\b(please|oops|invalid|success(fully)?|log ?in|log ?out|e-mail)\b|!/i,
      );
    }
  });
});

describe("German texts", () => {
  it("use du, no exclamation marks and no blaming words", async () => {
    const all = (await Promise.all(areas.map((area) => readTexts("de", area)))).flatMap(Object.values);
    for (const message of all) {
      expect(message).not.toMatch(
        /\b(Sie|Ihr(e[nmrs]?)?|Ihnen|[Bb]itte|[Uu]ngültig|[Ee]rfolgreich|Email|[Ee]inloggen|Login)\b|!/,
      );
    }
  });
});

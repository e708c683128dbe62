import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkTranslation } from "./check-translation.ts";
import { directionOf, ownLanguageName, textLanguageOf, textLanguages } from "./keys.ts";

const folder = new URL(".", import.meta.url);
const readTexts = (file: string): Record<string, string> => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

const areas = readdirSync(new URL("en/", folder))
  .map((file) => file.replace(".json", ""))
  .sort();
const english = new Map(areas.map((area) => [area, readTexts(`en/${area}.json`)]));

/** The English files that each file of a translation contains. The other ones have the same name. */
const parts: Record<string, string[]> = {
  "sign-in": [
    "auth",
    "auth-stop",
    "auth-verifyEmail",
    "callback",
    "captcha",
    "passkey",
    "passkey-step",
    "password",
    "password-mail",
    "password-new",
    "secondStep",
    "secondStep-sent",
    "security-proof",
  ],
  pages: [
    "account",
    "blog",
    "blog-content",
    "blog-picture",
    "blog-poll",
    "memberships",
    "profile",
    "security",
    "security-events",
    "security-setUp",
  ],
  values: ["data-form", "data-item"],
  data: ["data-conflict", "data-editor", "data-list", "data-rich", "data-value"],
  common: ["common"],
  forms: ["forms"],
  hosted: ["hosted"],
  mail: ["mail"],
};

it("every English file belongs to a part", () => {
  expect(Object.values(parts).flat().sort()).toEqual(areas);
});

describe.each(textLanguages.filter((language) => language !== "en"))("texts in %s", (language) => {
  it.each(Object.entries(parts))(
    "are complete, with the placeholders and plurals of the language: %s",
    (part, files) => {
      const texts = readTexts(`translations/${language}/${part}.json`);
      const expected = Object.assign({}, ...files.map((file) => english.get(file))) as Record<string, string>;
      const problems = Object.entries(expected).flatMap(([key, message]) =>
        checkTranslation(message, texts[key], language).map((problem) => `${key} ${problem}`),
      );
      expect(problems).toEqual([]);
      expect(Object.keys(texts)).toEqual(Object.keys(expected));
    },
  );
});

describe("English texts", () => {
  it.each(areas)("have keys of the form area.screen.part, in the file of their area: %s", (area) => {
    // An area may have several files, loaded with their screens: `auth-verifyEmail.json`.
    const prefix = area.replace(/-\w+$/, "");
    for (const [key, message] of Object.entries(english.get(area)!)) {
      expect(key).toMatch(new RegExp(`^${prefix}\\.[a-zA-Z]+\\.[a-zA-Z]+$`));
      expect(checkTranslation(message, message, "en")).toEqual([]);
    }
  });

  it("use the product's terms", () => {
    for (const message of [...english.values()].flatMap((texts) => Object.values(texts))) {
      expect(message.replace(/\{\w+/g, "")).not.toMatch(
        /\b(please|oops|invalid|success(fully)?|log ?in|log ?out|e-mail)\b|!/i,
      );
    }
  });
});

describe("German texts", () => {
  it("use du, no exclamation marks and no blaming words", () => {
    for (const message of Object.keys(parts).flatMap((part) =>
      Object.values(readTexts(`translations/de/${part}.json`)),
    )) {
      expect(message).not.toMatch(
        /\b(Sie|Ihr(e[nmrs]?)?|Ihnen|[Bb]itte|[Uu]ngültig|[Ee]rfolgreich|Email|[Ee]inloggen|Login)\b|!/,
      );
    }
  });
});

describe("languages", () => {
  it("are found by the primary subtag", () => {
    expect(["de", "DE-at", "en-GB"].map(textLanguageOf)).toEqual(["de", "de", "en"]);
    expect(["", "deu", "tlh", "d-e", "de_AT"].map(textLanguageOf)).toEqual(Array(5).fill(undefined));
  });

  it("have native names and directions", () => {
    expect(["de", "es", "ar", "pt", "zh", "!"].map(ownLanguageName)).toEqual([
      "Deutsch",
      "Español",
      "العربية",
      "Português (Brasil)",
      "简体中文",
      "!",
    ]);
    expect(["ar", "ar-EG", "he", "arn", "de"].map(directionOf)).toEqual(["rtl", "rtl", "rtl", "ltr", "ltr"]);
  });
});

describe("checkTranslation", () => {
  it("finds missing texts, placeholders, tags, choices and plural categories", () => {
    expect(checkTranslation("Hello", undefined, "de")).toEqual(["is missing"]);
    expect(checkTranslation("Hello", " Hallo", "de")).toEqual(["starts or ends with a space"]);
    expect(checkTranslation("{name}: <b>x</b>", "{nombre}: x", "es")).toEqual([
      "has no {name}",
      "has no <b>",
      "has an unknown {nombre}",
    ]);
    expect(checkTranslation("{a, select, x {} other {}}", "{a, select, other {}}", "es")).toHaveLength(2);
    expect(checkTranslation("{n, plural, one {#} other {#}}", "{n, plural, one {#} other {#}}", "pl")).toEqual([
      'has no plural "many" of {n}',
      'has no plural "few" of {n}',
    ]);
    expect(checkTranslation("{n, plural, one {#} other {#}}", "{n, plural, other {#}}", "ja")).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { html } from "../http/html.ts";
import { chooseLanguage, chooseSiteLanguage, createTexts, languages, offeredLanguages } from "./texts.ts";

describe("chooseLanguage", () => {
  it.each([
    ["de", "de"],
    ["DE-AT", "de"],
    ["de-CH-1996", "de"],
    ["sv-FR, de;q=0.8, en;q=0.7", "de"],
    ["de;q=0.7, en;q=0.8", "en"],
    ["de;q=0.8,en;q=0.8", "de"],
    ["en;q=0, de;q=0.001", "de"],
    ["da, en-gb;q=0.8, en;q=0.7", "en"],
    ["de ; q=0.5 , en ;q=1.000", "en"],
  ])("chooses for %j: %s", (preference, language) => {
    expect(chooseLanguage(preference)).toBe(language);
    expect(chooseLanguage(preference, language === "en" ? "de" : "en")).toBe(language);
  });

  it("uses the next preference if one has no supported language", () => {
    expect(chooseLanguage(undefined, null, "", "sv", "*", "tlh-Piqd", "de-DE", "en")).toBe("de");
    expect(chooseLanguage("de;q=0", "sv;q=0.9, *;q=0.5")).toBe("en");
  });

  it.each([
    "d",
    "deu",
    "german",
    "de-",
    "-de",
    "de_DE",
    "de;q=2",
    "de;q=-1",
    "de;q=abc",
    "de;q=0.5;q=1",
    "de de",
    ",,,",
    "\u0000",
    "__proto__",
    "constructor",
    "../../de",
    "ⅾe",
  ])("finds no language in %j", (preference) => {
    expect(chooseLanguage(preference, "en")).toBe("en");
    expect(chooseLanguage(preference, "de")).toBe("de");
  });

  it("reads a header of maximum length", () => {
    const longHeaders = ["x".repeat(16_000), "sv,".repeat(5_000), ";q=".repeat(5_000), `sv${"-a".repeat(8_000)}!`];
    expect(longHeaders.map((preference) => chooseLanguage(preference))).toEqual(["en", "en", "en", "en"]);
  });
});

describe("createTexts", () => {
  it("formats texts by the rules of their language", () => {
    expect(createTexts("en")("mail.recovery.lifetime", { minutes: 30 })).toContain("expires after 30 minutes");
    expect(createTexts("de")("mail.recovery.lifetime", { minutes: 1 })).toContain("gilt 1 Minute und");
    expect(createTexts("de")("auth.signUp.passwordMissing", { n: 1_000 })).toBe("Es fehlen noch 1.000 Zeichen");
  });

  it("formats HTML from texts, values and tags, and escapes text", () => {
    const text = createTexts("en");
    const link = html`<a href="/sign-in">`;
    expect(text.html("auth.signUp.signIn", { link: (inside) => html`${link}${inside}</a>` }).text).toBe(
      'Have an account already? <a href="/sign-in">Sign in</a>',
    );
    expect(text.html("auth.verifyEmail.sent", { email: "<b>@example.com" }).text).toBe(
      "We sent a code to &lt;b&gt;@example.com.",
    );
    expect(text.html("auth.check.passwordPersonal").text).toBe("Do not use your email or the site&#39;s name");
  });

  it("returns its language", () => {
    expect(languages.map((language) => createTexts(language).language)).toEqual(languages);
  });
});

describe("chooseSiteLanguage", () => {
  const german = { language: "de-AT", languages: ["de"] } as const;
  const both = { language: "de", languages: ["en"] } as const;

  it("returns the first preference that the site offers, or its main language", () => {
    expect(chooseSiteLanguage(german, "en-US,en;q=0.9")).toBe("de");
    expect(chooseSiteLanguage(both, "sv", "en-US,de;q=0.9")).toBe("en");
    expect(chooseSiteLanguage(both, "sv")).toBe("de");
    expect(chooseSiteLanguage({ language: "en", languages: ["de"] }, "en;q=0.1, de;q=0")).toBe("en");
  });

  it("always offers the main language", () => {
    expect([offeredLanguages(german), offeredLanguages(both)]).toEqual([["de"], ["en", "de"]]);
    expect(offeredLanguages({ language: "tlh", languages: [] })).toEqual(["en"]);
  });
});

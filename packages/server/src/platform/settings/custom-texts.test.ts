import { describe, expect, it } from "vitest";
import { createTextCatalog, listTexts, parseText, parseTextKey, parseTextLanguage, TextError } from "./custom-texts.ts";

const site = { en: { "common.nav.blog": "Blog", "members.results": "Members with “{words}”" }, de: {} };
const catalog = createTextCatalog({ ...site, de: { "common.nav.blog": "Blog" } });

describe("a custom text", () => {
  it("replaces a text of the hosted pages", () => {
    expect(parseTextKey(catalog, "auth.signIn.title")).toBe("auth.signIn.title");
    expect(listTexts(catalog, "de").find(({ key }) => key === "auth.signIn.title")?.words).toBe("Anmelden");
    for (const key of ["", "mail.recovery.subject", "common.nav.shop", "__proto__", "auth.signIn", "constructor"])
      expect(() => parseTextKey(catalog, key)).toThrow(TextError);
    for (const language of ["", "sv", "EN", "__proto__"]) expect(() => parseTextLanguage(language)).toThrow(TextError);
  });

  it("is stored on one line as entered", () => {
    expect(parseText(catalog, "auth.signIn.title", "en", "  Come in & stay ")).toBe("Come in & stay");
    for (const words of ["", "  ", "\u200b\u2060", "a\nb", "a\u2028b", "\u0000", "x".repeat(1_001)])
      expect(() => parseText(catalog, "auth.signIn.title", "en", words)).toThrow(
        "has 1 to 1000 characters on one line",
      );
  });

  it("must have the placeholders and links of the built-in text", () => {
    expect(parseText(catalog, "hosted.home.link", "en", "Back to {site}")).toBe("Back to {site}");
    expect(parseText(catalog, "common.error.waitSeconds", "en", "Wait {n} seconds.")).toBe("Wait {n} seconds.");
    expect(() => parseText(catalog, "hosted.home.link", "en", "Back")).toThrow(
      'placeholders of "Go to {site}": {site}',
    );
    expect(() => parseText(catalog, "auth.signIn.title", "en", "Hello {name}")).toThrow(
      "has no placeholders like {name}",
    );
    expect(() => parseText(catalog, "auth.error.credentials", "en", "No.")).toThrow("{field}, {reset}");
    expect(() =>
      parseText(catalog, "hosted.home.link", "en", "{site, select, Ada {Back} other {Back to {site}}}"),
    ).toThrow("{site}, in each of its variants");
    const quoted = `${"'{'".repeat(30)} {site}`;
    expect(parseText(catalog, "hosted.home.link", "en", quoted)).toBe(quoted);
    expect(() => parseText(catalog, "common.error.waitSeconds", "en", "{n, plural, =7 {{m}} other {{n}}}")).toThrow(
      "{n}.",
    );
    for (const words of ["Back to {site", "Back to {site, number, x}", "{site, spell}"])
      expect(() => parseText(catalog, "hosted.home.link", "en", words)).toThrow(TextError);
  });

  it("replaces a text of the member site, which are messages of the same format", () => {
    expect(parseTextKey(catalog, "common.nav.blog")).toBe("common.nav.blog");
    expect(parseTextKey(catalog, "account.action.saving")).toBe("account.action.saving");
    expect(listTexts(catalog, "de").find(({ key }) => key === "members.results")?.words).toContain("Members with");
    expect(parseText(catalog, "common.nav.blog", "en", "It's new")).toBe("It's new");
    expect(parseText(catalog, "members.results", "en", "Found: {words}")).toBe("Found: {words}");
    for (const words of ["Found", "{words} {site}", "{words", "{words, select, other {}}", "<b>{words}</b>"])
      expect(() => parseText(catalog, "members.results", "en", words)).toThrow(TextError);
  });
});

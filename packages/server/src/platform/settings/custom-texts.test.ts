import { describe, expect, it } from "vitest";
import { listTexts, parseText, parseTextKey, parseTextLanguage, TextError } from "./custom-texts.ts";

describe("a custom text", () => {
  it("replaces a text of the hosted pages", () => {
    expect(parseTextKey("auth.signIn.title")).toBe("auth.signIn.title");
    expect(listTexts("de").find(({ key }) => key === "auth.signIn.title")?.words).toBe("Anmelden");
    for (const key of ["", "mail.recovery.subject", "account.action.saving", "__proto__", "auth.signIn", "constructor"])
      expect(() => parseTextKey(key)).toThrow(TextError);
    for (const language of ["", "fr", "EN", "__proto__"]) expect(() => parseTextLanguage(language)).toThrow(TextError);
  });

  it("is stored on one line as entered", () => {
    expect(parseText("auth.signIn.title", "en", "  Come in & stay ")).toBe("Come in & stay");
    for (const words of ["", "  ", "\u200b\u2060", "a\nb", "a\u2028b", "\u0000", "x".repeat(1_001)])
      expect(() => parseText("auth.signIn.title", "en", words)).toThrow("has 1 to 1000 characters on one line");
  });

  it("must have the placeholders and links of the built-in text", () => {
    expect(parseText("hosted.home.link", "en", "Back to {site}")).toBe("Back to {site}");
    expect(parseText("common.error.waitSeconds", "en", "Wait {n} seconds.")).toBe("Wait {n} seconds.");
    expect(() => parseText("hosted.home.link", "en", "Back")).toThrow('placeholders of "Go to {site}": {site}');
    expect(() => parseText("auth.signIn.title", "en", "Hello {name}")).toThrow("has no placeholders like {name}");
    expect(() => parseText("auth.error.credentials", "en", "No.")).toThrow("{field}, {reset}");
    expect(() => parseText("hosted.home.link", "en", "{site, select, Ada {Back} other {Back to {site}}}")).toThrow(
      "{site}, in each of its variants",
    );
    const quoted = `${"'{'".repeat(30)} {site}`;
    expect(parseText("hosted.home.link", "en", quoted)).toBe(quoted);
    expect(() => parseText("common.error.waitSeconds", "en", "{n, plural, =7 {{m}} other {{n}}}")).toThrow("{n}.");
    for (const words of ["Back to {site", "Back to {site, number, x}", "{site, spell}"])
      expect(() => parseText("hosted.home.link", "en", words)).toThrow(TextError);
  });
});

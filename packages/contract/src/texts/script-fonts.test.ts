import { expect, it } from "vitest";
import { textLanguages } from "./keys.ts";
import { scriptFontStyles } from "./script-fonts.ts";

it("names fonts only for languages whose script the fonts of the themes lack", () => {
  expect(textLanguages.filter((language) => scriptFontStyles(language) !== "")).toEqual(["ar", "ja", "zh"]);
});

it("distinguishes the characters of Japanese, Simplified and Traditional Chinese", () => {
  expect(scriptFontStyles("ja-JP")).toContain("Noto Sans JP");
  expect(scriptFontStyles("zh-CN")).toContain("Noto Sans SC");
  expect(scriptFontStyles("zh-Hans")).toContain("Noto Sans SC");
  for (const language of ["zh-TW", "zh-Hant-HK", "jam", "arn"]) expect(scriptFontStyles(language)).toBe("");
});

it("joins the letters of Arabic", () => {
  expect(scriptFontStyles("ar-EG")).toContain("letter-spacing:normal");
  expect(scriptFontStyles("ja")).not.toContain("letter-spacing");
});

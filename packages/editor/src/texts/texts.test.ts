import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkTranslation } from "@porchlight/contract/texts/check-translation";
import { textLanguages } from "@porchlight/contract/texts/keys";
import { describe, expect, it } from "vitest";
import { blockCommands } from "../blocks/block-commands.ts";
import { blockForms } from "../blocks/block-forms.ts";
import { calloutNames } from "../schema/callouts.ts";
import { setEditorLanguage, t } from "./texts.ts";

const source = path.join(import.meta.dirname, "..");

/** The English texts in calls of `t` and in the data of commands, marks and forms. */
function englishTexts(): Set<string> {
  const texts = new Set([...blockCommands.map(({ label }) => label), ...Object.values(calloutNames)]);
  for (const { label, fields } of Object.values(blockForms))
    for (const text of [label, ...fields.flatMap((field) => [field.label, field.description ?? label])])
      texts.add(text);
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name) || name.endsWith(".test.ts")) continue;
    const contents = readFileSync(path.join(source, name), "utf8");
    for (const [, text = ""] of contents.matchAll(/\b(?:t\(\s*|label: )"([^"]+)"/g)) texts.add(text);
  }
  return texts;
}

describe.each(textLanguages.filter((language) => language !== "en"))("the texts in %s", (language) => {
  const texts: Record<string, string> = JSON.parse(
    readFileSync(path.join(import.meta.dirname, `translations/${language}.json`), "utf8"),
  );

  it("are complete and have the same placeholders", () => {
    const problems = [...englishTexts().keys(), ...Object.keys(texts)].flatMap((english) =>
      checkTranslation(english, texts[english], language).map((problem) => `${english}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe("setEditorLanguage", () => {
  it("uses the texts of the language, or English", async () => {
    await setEditorLanguage("de-AT");
    expect([t("Bold"), t("Picture {n}", { n: 2 }), t("Unknown")]).toEqual(["Fett", "Bild 2", "Unknown"]);
    await setEditorLanguage("tlh");
    expect(t("Bold")).toBe("Bold");
  });
});

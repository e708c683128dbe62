import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { textLanguages } from "@porchlight/contract/texts/keys";
import { loadDataTexts, loadFormTexts, loadPageTexts, loadScreenTexts } from "@porchlight/contract/texts/load";

/** The texts of an entry: `/texts/de` has all texts, `/texts/de-pages` a part of them. */
const entries = [
  { suffix: "", name: "messages", load: loadScreenTexts },
  { suffix: "-pages", name: "pageMessages", load: loadPageTexts },
  { suffix: "-data", name: "dataMessages", load: loadDataTexts },
  { suffix: "-forms", name: "formMessages", load: loadFormTexts },
];

/** The entry of the published manifest's `exports` for {@link writeTexts}. */
export const textExports = { "./texts/*": { types: "./texts/*.d.ts", default: "./texts/*.js" } };

/** Writes the texts of the components in each language except English, which the components contain. */
export async function writeTexts(result: string): Promise<void> {
  const folder = path.join(result, "texts");
  await mkdir(folder, { recursive: true });
  for (const language of textLanguages) {
    if (language === "en") continue;
    for (const { suffix, name, load } of entries) {
      const script = `export const ${name} = ${JSON.stringify(await load(language), null, 2)};\n`;
      const types = `import type { Messages } from "../types/react/texts/use-texts.js";\nexport declare const ${name}: Messages;\n`;
      await writeFile(path.join(folder, `${language}${suffix}.js`), script);
      await writeFile(path.join(folder, `${language}${suffix}.d.ts`), types);
    }
  }
}

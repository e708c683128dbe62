import { textLanguages } from "@porchlight/contract/texts/keys";
import { readChunks, reportSizes } from "./chunk-sizes.ts";

/**
 * Compares the compressed size of the built console with its budgets. Requires `apps/console/dist`. A first load is
 * everything that the page needs, in English and in the language with the largest texts. The editor and the grid are
 * what they add to a page with fields, tables, and dialogs. Prints one line per budget and exits with 1 if one is
 * exceeded.
 * Source: issue "The owner's console".
 */

const { first, filesOf, sum } = readChunks("console");
const load = (...modules: string[]) =>
  new Set([...first, ...modules.flatMap((module) => [...filesOf(`src/${module}`)])]);
const home = ["shell/layout.tsx", "home/home-page.tsx"];
const others = load(...home, "page-modules.ts", "media/media-page.tsx", "members/member-page.tsx");
/** The texts of the first page. */
const firstTexts = (language: string) => {
  const component = `../../packages/contract/src/texts/translations/${language}/common.json`;
  const files = ["src/texts/load.ts", `src/texts/translations/${language}/first.json`, component];
  return files.flatMap((file) => [...filesOf(file)]);
};
const weightOf = (language: string) => sum(new Set([...load(...home), ...firstTexts(language)]));
const largest = textLanguages.toSorted((one, other) => weightOf(other) - weightOf(one))[0]!;
const added = (module: string) => sum([...load(module)].filter((file) => !others.has(file)));

reportSizes("console", [
  { name: "home", weight: sum(load(...home)), budget: 200_000 },
  { name: `home, ${largest}`, weight: weightOf(largest), budget: 200_000 },
  { name: "sign-in", weight: sum(load("access/sign-in-pages.tsx")), budget: 200_000 },
  { name: "+ editor", weight: added("editor/rich-text.tsx"), budget: 170_000 },
  { name: "+ grid of items", weight: added("items/items-page.tsx"), budget: 60_000 },
]);

import { readChunks, reportSizes, type SizeLine } from "./chunk-sizes.ts";

/**
 * Compares the compressed size of the built member site with its budgets. Requires `apps/site/dist`.
 * Prints one line per page and exits with 1 if one is too large. Source: screens and looks, §5.
 */

/** Bytes, gzip. */
const budgets = {
  readingPage: 130_000,
  readingPart: 12_000,
  /** Loaded when a reader navigates to a post with code; on the first page, the server has highlighted it. */
  highlighter: 45_000,
  /** The texts of a language other than English. */
  messages: 14_000,
  authPage: 12_500,
  accountPage: 25_000,
  /** A page of a collection, with its forms. */
  dataPage: 148_200,
  /** A page of a form. */
  formPage: 151_000,
  /** The style sheets of a page, before interaction. */
  styles: 15_000,
  firstFont: 50_000,
};

const { manifest, modules, lazyModules, first, filesOf, sum } = readChunks("site");
const files = [...new Set(modules.map((module) => manifest[module]?.file ?? ""))];

/** Sheets of each kind of page, by name, besides the one of every page. */
const pageSheets = {
  "home and blog": ["blog"],
  post: ["content", "post"],
  "sign-in": [],
  account: ["account"],
  members: ["members"],
  collection: ["collection", "content"],
  "item form": ["collection", "item-form", "content"],
  form: ["content", "form"],
};
const sheets = files.filter((file) => file.endsWith(".css"));
const sheetsOf = (names: readonly string[]) =>
  ["style", ...names].map((name) => {
    const sheet = sheets.find((file) => /^assets\/(.+)-.{8}\.css$/.exec(file)?.[1] === name);
    if (!sheet) throw new Error(`The site has no style sheet ${name}.`);
    return sheet;
  });

/** The modules that load a module on demand. */
const askersOf = (module: string) => modules.filter((one) => manifest[one]?.dynamicImports?.includes(module));

const lines: SizeLine[] = [
  { name: "first script", weight: sum(first), budget: budgets.readingPage },
  ...Object.entries(pageSheets).map(([page, names]) => ({
    name: `styles: ${page}`,
    weight: sum(sheetsOf(names)),
    budget: budgets.styles,
  })),
  {
    name: "first font",
    weight: sum(files.filter((file) => file.includes("inter-latin-wght-normal"))),
    budget: budgets.firstFont,
  },
];
for (const module of lazyModules) {
  const name = module.replace(/^src\//, "").replace(/\.tsx$/, "");
  const files = filesOf(module);
  if (module.includes("/blog/") && !module.endsWith("-page.tsx")) {
    // Lazily loaded code, and code that only some texts need, apart from the page that loads it, also in two steps.
    const askers = askersOf(module);
    const there = new Set([...first, ...[...askers, ...askers.flatMap(askersOf)].flatMap((one) => [...filesOf(one)])]);
    const weight = sum([...files].filter((file) => !there.has(file)));
    const budget = module.endsWith("tokenize-code.ts") ? budgets.highlighter : budgets.readingPart;
    lines.push({ name: `+ ${name}`, weight, budget });
  } else if (module.startsWith("src/data/") || module.startsWith("src/forms/")) {
    const budget = module.startsWith("src/data/") ? budgets.dataPage : budgets.formPage;
    lines.push({ name, weight: sum(new Set([...first, ...files])), budget });
  } else if (module.includes("/blog/")) {
    // Everything that a reader's first page loads.
    lines.push({ name, weight: sum(new Set([...first, ...files])), budget: budgets.readingPage });
  } else {
    const budget = module.includes("/members/")
      ? budgets.accountPage
      : module.includes("/messages/")
        ? budgets.messages
        : budgets.authPage;
    lines.push({ name: `+ ${name}`, weight: sum([...files].filter((file) => !first.has(file))), budget });
  }
}

reportSizes("site", lines);

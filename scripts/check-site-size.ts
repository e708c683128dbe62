import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/**
 * Compares the compressed size of the built member site with its budgets. Requires `apps/site/dist`.
 * Prints one line per page and exits with 1 if one is too large. Source: screens and looks, §5.
 */

/** Bytes, gzip. */
const budgets = {
  readingPage: 120_000,
  readingPart: 12_000,
  authPage: 12_000,
  accountPage: 25_000,
  /** A page of a collection, with its forms. */
  dataPage: 146_000,
  /** A page of a form. */
  formPage: 149_000,
  styles: 20_000,
  firstFont: 50_000,
};

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const clientFolder = join(dirname(fileURLToPath(import.meta.url)), "../apps/site/dist/client");
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(join(clientFolder, ".vite/manifest.json"), "utf8"),
);

const weights = new Map<string, number>();
function weigh(file: string): number {
  let weight = weights.get(file);
  if (weight === undefined) {
    const content = readFileSync(join(clientFolder, file));
    // Fonts are already compressed.
    weight = file.endsWith(".woff2") ? content.byteLength : gzipSync(content, { level: 9 }).byteLength;
    weights.set(file, weight);
  }
  return weight;
}

/** The module and everything that it imports statically. */
function filesOf(module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (chunk && !found.has(chunk.file)) {
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) filesOf(imported, found);
  }
  return found;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0);

const modules = Object.keys(manifest);
const entry = modules.find((module) => manifest[module]?.isEntry);
if (!entry) throw new Error("The site is not built. Run npm run build.");
const first = filesOf(entry);
const files = [...new Set(modules.map((module) => manifest[module]?.file ?? ""))];

const lines: { name: string; weight: number; budget: number }[] = [
  { name: "first script", weight: sum(first), budget: budgets.readingPage },
  { name: "styles", weight: sum(files.filter((file) => file.endsWith(".css"))), budget: budgets.styles },
  {
    name: "first font",
    weight: sum(files.filter((file) => file.includes("inter-latin-wght-normal"))),
    budget: budgets.firstFont,
  },
];
for (const module of modules.filter((name) => manifest[name]?.isDynamicEntry)) {
  const name = module.replace(/^src\//, "").replace(/\.tsx$/, "");
  const files = filesOf(module);
  if (module.includes("/blog/") && !module.endsWith("-page.tsx")) {
    // Lazily loaded code, and code that only some texts need, apart from the page that loads it.
    const askers = modules.filter((one) => manifest[one]?.dynamicImports?.includes(module));
    const there = new Set([...first, ...askers.flatMap((one) => [...filesOf(one)])]);
    const weight = sum([...files].filter((file) => !there.has(file)));
    lines.push({ name: `+ ${name}`, weight, budget: budgets.readingPart });
  } else if (module.startsWith("src/data/") || module.startsWith("src/forms/")) {
    const budget = module.startsWith("src/data/") ? budgets.dataPage : budgets.formPage;
    lines.push({ name, weight: sum(new Set([...first, ...files])), budget });
  } else if (module.includes("/blog/")) {
    // Everything that a reader's first page loads.
    lines.push({ name, weight: sum(new Set([...first, ...files])), budget: budgets.readingPage });
  } else {
    const budget = module.includes("/members/") ? budgets.accountPage : budgets.authPage;
    lines.push({ name: `+ ${name}`, weight: sum([...files].filter((file) => !first.has(file))), budget });
  }
}

let tooHeavy = 0;
for (const { name, weight, budget } of lines) {
  const over = weight > budget;
  if (over) tooHeavy++;
  const numbers = `${(weight / 1000).toFixed(1).padStart(6)} of ${(budget / 1000).toFixed(0).padStart(3)} kB`;
  console.log(`site  ${name.padEnd(28)} ${numbers}${over ? "  too heavy" : ""}`);
}
if (tooHeavy > 0) process.exitCode = 1;

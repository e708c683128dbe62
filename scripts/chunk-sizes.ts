import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** A line of the report: bytes (gzip) of a page or part, and its budget. */
export interface SizeLine {
  name: string;
  weight: number;
  budget: number;
}

/** Reads the manifest of an app that Vite has built into `dist/client`. */
export function readChunks(app: string) {
  const folder = fileURLToPath(new URL(`../apps/${app}/dist/client`, import.meta.url));
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(folder, ".vite/manifest.json"), "utf8"),
  );
  const modules = Object.keys(manifest);
  const entry = modules.find((module) => manifest[module]?.isEntry);
  if (!entry) throw new Error(`apps/${app} is not built. Run npm run build.`);

  const weights = new Map<string, number>();
  function weigh(file: string): number {
    let weight = weights.get(file);
    if (weight === undefined) {
      const content = readFileSync(join(folder, file));
      // Fonts are already compressed.
      weight = file.endsWith(".woff2") ? content.byteLength : gzipSync(content, { level: 9 }).byteLength;
      weights.set(file, weight);
    }
    return weight;
  }

  /** The files of a module and of everything that it imports statically. */
  function filesOf(module: string, found = new Set<string>()): Set<string> {
    const chunk = manifest[module];
    if (chunk && !found.has(chunk.file)) {
      found.add(chunk.file);
      for (const imported of chunk.imports ?? []) filesOf(imported, found);
    }
    return found;
  }

  return {
    manifest,
    modules,
    /** Names of all modules that are loaded on demand. */
    lazyModules: modules.filter((module) => manifest[module]?.isDynamicEntry),
    /** The files of the first script. */
    first: filesOf(entry),
    filesOf,
    sum: (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0),
  };
}

/** Prints one line per budget, and makes the process fail if one is exceeded. */
export function reportSizes(app: string, lines: readonly SizeLine[]): void {
  for (const { name, weight, budget } of lines) {
    const over = weight > budget;
    if (over) process.exitCode = 1;
    const numbers = `${(weight / 1000).toFixed(1).padStart(6)} of ${(budget / 1000).toFixed(0).padStart(3)} kB`;
    console.log(`${app}  ${name.padEnd(28)} ${numbers}${over ? "  too heavy" : ""}`);
  }
}

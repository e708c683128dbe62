import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One entry of the client build's manifest. */
interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface BuildFiles {
  /** URL of the entry script. */
  readonly entry: string;
  readonly styles: readonly string[];
  /** Fonts to preload. */
  readonly fonts: readonly string[];
  /** URLs of a page's scripts besides the entry, to preload. */
  scriptsOf(modules: readonly string[]): string[];
}

const entryModule = "src/entry-browser.tsx";
const firstFont = /inter-latin-wght-normal/;

export function readBuildManifest(clientFolder: string): Manifest {
  return JSON.parse(readFileSync(join(clientFolder, ".vite/manifest.json"), "utf8"));
}

/** Resolves the manifest to URLs. @throws {Error} if the manifest has no entry script. */
export function createBuildFiles(manifest: Manifest): BuildFiles {
  const entry = manifest[entryModule];
  if (!entry) throw new Error(`The client build has no ${entryModule}. Run npm run build.`);
  const chunks = Object.values(manifest);
  const styles = chunks.map(({ file }) => file).filter((file) => file.endsWith(".css"));

  function collect(module: string, found: Set<string>): void {
    const chunk = manifest[module];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, found);
  }

  return {
    entry: `/${entry.file}`,
    styles: [...new Set([...(entry.css ?? []), ...styles])].map((file) => `/${file}`),
    fonts: chunks
      .map(({ file }) => file)
      .filter((file) => firstFont.test(file))
      .map((file) => `/${file}`),
    scriptsOf(modules) {
      const found = new Set<string>();
      for (const module of [entryModule, ...modules]) collect(module, found);
      found.delete(entry.file);
      return [...found].map((file) => `/${file}`);
    },
  };
}

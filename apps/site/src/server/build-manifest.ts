import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One entry of the client build's manifest. */
interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface BuildFiles {
  /** URL of the entry script. */
  readonly entry: string;
  /** URL of the style sheet of every page. */
  readonly styles: string;
  /** URLs of a page's scripts besides the entry, to preload. */
  scriptsOf(modules: readonly string[]): string[];
}

const entryModule = "src/entry-browser.tsx";

export function readBuildManifest(clientFolder: string): Manifest {
  return JSON.parse(readFileSync(join(clientFolder, ".vite/manifest.json"), "utf8"));
}

/** Resolves the manifest to URLs. @throws {Error} if the manifest has no entry script or style sheet. */
export function createBuildFiles(manifest: Manifest): BuildFiles {
  const entry = manifest[entryModule];
  if (!entry) throw new Error(`The client build has no ${entryModule}. Run npm run build.`);
  const styles = manifest["style.css"];
  if (!styles) throw new Error("The client build has no style sheet. Run npm run build.");

  function collect(module: string, found: Set<string>): void {
    const chunk = manifest[module];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, found);
  }

  return {
    entry: `/${entry.file}`,
    styles: `/${styles.file}`,
    scriptsOf(modules) {
      const found = new Set<string>();
      for (const module of [entryModule, ...modules]) collect(module, found);
      found.delete(entry.file);
      return [...found].map((file) => `/${file}`);
    },
  };
}

import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readImports } from "./check-boundaries.ts";
import { root, runStep } from "./run-step.ts";

/** Folders below `packages` whose packages are published. */
const publishedPackages = ["client", "react"] as const;

/** What a published manifest takes over from the package's own, as it is. */
const keptFields = ["name", "version", "description", "license", "type", "sideEffects"] as const;
const dependencyFields = ["dependencies", "peerDependencies"] as const;

type Manifest = { exports: Record<string, string> } & {
  [Field in (typeof dependencyFields)[number]]?: Record<string, string>;
} & { [Field in (typeof keptFields)[number]]?: unknown };

export interface BuildPackagesOptions {
  /** Called with a sentence per step. */
  onProgress?: (message: string) => void;
  /** Folder that gets one folder per package; each package's own `dist` unless given. */
  into?: string;
}

/**
 * Builds what is published of each package: JavaScript and types per entry of its `exports`, manifest, README, licence.
 * `npm publish packages/client/dist` is what is left to do.
 *
 * Dependencies and peers that the manifest names are imported; everything else, the contract above all, is bundled in.
 *
 * @throws {Error} when a source cannot be built, or when the package would need one that its manifest does not name.
 */
export async function buildPackages({ onProgress, into }: BuildPackagesOptions = {}): Promise<void> {
  for (const name of publishedPackages) {
    onProgress?.(`Building the package ${name}`);
    const source = path.join(root, "packages", name);
    const target = into === undefined ? path.join(source, "dist") : path.join(into, name);
    // Built aside and moved into place whole: who reads the folder meanwhile, or builds too, never sees half of it.
    const nearby = into ?? path.join(source, ".cache");
    await mkdir(nearby, { recursive: true });
    const aside = await mkdtemp(path.join(nearby, "build-"));
    try {
      const result = path.join(aside, "result");
      await buildPackage(name, source, { result, work: path.join(aside, "work") });
      await rm(target, { recursive: true, force: true });
      await rename(result, target);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }
}

async function buildPackage(
  name: string,
  source: string,
  { result, work }: { result: string; work: string },
): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(source, "package.json"), "utf8")) as Manifest;
  const imported = dependencyFields.flatMap((field) => Object.keys(manifest[field] ?? {}));
  await mkdir(result, { recursive: true });
  await Promise.all([
    writeScripts(source, manifest, imported, result),
    writeTypes(name, manifest, imported, { result, work }),
    writeFile(path.join(result, "package.json"), `${JSON.stringify(publishedManifest(name, manifest), null, 2)}\n`),
    cp(path.join(source, "README.md"), path.join(result, "README.md")),
    cp(path.join(root, "LICENSE"), path.join(result, "LICENSE")),
  ]);
}

/** `./src/auth/index.ts` → `auth/index`: where the parts of an entry are, in every folder made here. */
function placeOf(entry: string): string {
  return entry.replace(/^\.\/src\//, "").replace(/\.tsx?$/, "");
}

function isModule(entry: string): boolean {
  return /\.tsx?$/.test(entry);
}

function publishedManifest(name: string, manifest: Manifest): Record<string, unknown> {
  const entries = Object.entries(manifest.exports).map(([specifier, entry]) => {
    const place = placeOf(entry);
    const module = { types: `./types/${name}/${place}.d.ts`, default: `./${place}.js` };
    return [specifier, isModule(entry) ? module : `./${place}`];
  });
  const kept = [...keptFields, ...dependencyFields].flatMap((field) =>
    manifest[field] === undefined ? [] : [[field, manifest[field]]],
  );
  return {
    ...Object.fromEntries(kept),
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
  };
}

/** Readable, with source maps; what several entries share is in `chunks`, so that nothing is loaded twice. */
async function writeScripts(source: string, manifest: Manifest, imported: string[], result: string): Promise<void> {
  // Named as if it were built in place, so that source maps say where the sources are in the repository.
  const outdir = path.join(source, "dist");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.values(manifest.exports).map((entry) => ({
      in: path.join(source, entry),
      out: placeOf(entry).replace(/\.css$/, ""),
    })),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[hash]",
    format: "esm",
    platform: "neutral",
    target: "es2022",
    jsx: "automatic",
    external: imported,
    sourcemap: "linked",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const foreign = Object.keys(metafile.inputs).find((input) => !input.startsWith("packages/"));
  if (foreign !== undefined)
    throw new Error(`${manifest.name} would hold ${foreign}, which its manifest does not name`);
  for (const { path: file, contents } of outputFiles) {
    const target = path.join(result, path.relative(outdir, file));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
}

/** Declarations of all that the entries reach, and of nothing else; those of bundled packages beside, by relative paths. */
async function writeTypes(
  name: string,
  manifest: Manifest,
  imported: string[],
  { result, work }: { result: string; work: string },
): Promise<void> {
  const packages = path.join(root, "packages");
  const emitted = path.join(work, "types");
  const configFile = path.join(work, "tsconfig.json");
  const entries = Object.values(manifest.exports).filter(isModule);
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: packages,
    outDir: emitted,
    // The declarations must do without the types of the machine they were made on.
    types: [],
    paths: { "@porchlight/contract/*": [path.join(packages, "contract/src/*.ts")] },
  };
  await mkdir(work, { recursive: true });
  await writeFile(
    configFile,
    JSON.stringify({
      extends: path.join(root, "tsconfig.json"),
      compilerOptions,
      include: [],
      files: entries.map((entry) => path.join(packages, name, entry)),
    }),
  );
  const { code, output } = await runStep("tsc", ["-p", configFile]);
  if (code !== 0) throw new Error(`The types of ${manifest.name} cannot be made:\n${output}`);

  const waiting = entries.map((entry) => `${name}/src/${placeOf(entry)}`);
  const written = new Set(waiting);
  for (const module of waiting) {
    const declarations = module.endsWith(".json")
      ? await declareTexts(path.join(packages, module))
      : await readFile(path.join(emitted, `${module}.d.ts`), "utf8");
    const specifiers = new Map<string, string>();
    for (const { specifier } of readImports(declarations)) {
      const target = declaredModule(module, specifier);
      if (target === undefined) {
        if (imported.some((known) => specifier === known || specifier.startsWith(`${known}/`))) continue;
        throw new Error(
          `The types of ${module} need ${specifier}, which the manifest of ${manifest.name} does not name`,
        );
      }
      const relative = path.posix.relative(path.posix.dirname(published(module)), published(target));
      specifiers.set(specifier, `${relative.startsWith(".") ? "" : "./"}${relative}.js`);
      if (!written.has(target)) waiting.push(target);
      written.add(target);
    }
    const file = path.join(result, "types", `${published(module)}.d.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      declarations.replace(
        /(?<=\b(?:from|import)\s*\(?\s*")[^"\n]+(?=")/g,
        (specifier) => specifiers.get(specifier) ?? specifier,
      ),
    );
  }
}

/** Declares a file of texts as what an import of it gives, so that nobody needs a setting for importing JSON. */
async function declareTexts(file: string): Promise<string> {
  const texts = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  const members = Object.keys(texts).map((key) => `  ${JSON.stringify(key)}: string;\n`);
  return `declare const texts: {\n${members.join("")}};\nexport default texts;\n`;
}

/** The module of this repository that `specifier` names in `module`, from `packages`; undefined when it is none. */
function declaredModule(module: string, specifier: string): string | undefined {
  const contract = /^@porchlight\/contract\/(.+)$/.exec(specifier)?.[1];
  if (contract !== undefined) return `contract/src/${contract}`;
  if (!specifier.startsWith(".")) return undefined;
  return path.posix.join(path.posix.dirname(module), specifier.replace(/\.[jt]sx?$/, ""));
}

/** `client/src/auth/index` → `client/auth/index` */
function published(module: string): string {
  return module.replace("/src/", "/");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackages({ onProgress: (message) => console.log(message) });
}

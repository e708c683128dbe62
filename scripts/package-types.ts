import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readImports } from "./codebase/source-tree.ts";
import { root, runStep } from "./run-step.ts";
import { isModule, outputName, type SourcePackage } from "./source-package.ts";

const packages = path.join(root, "packages");

/** The types of hooks, which a configuration in code needs. */
const hooksModule = "server/src/data/hooks/site-hooks";

/** The path of the types of an entry in the published folder. */
export function declarationsOf(subject: SourcePackage, entry: string): string {
  return `./types/${subject.folder}/${outputName(entry)}.d.ts`;
}

/**
 * Writes the types that the entries of a package reach, and no others, together with those of the contract, which is
 * not published. `work` is a folder for temporary files.
 *
 * @throws {Error} if a source has a type error, or the types need a package that the manifest does not name.
 */
export async function writeTypes(subject: SourcePackage, result: string, work: string): Promise<void> {
  const entries = Object.values(subject.exports).filter(isModule);
  const emitted = await emitDeclarations(subject, entries, work);
  for (const entry of Object.values(subject.exports)) {
    // An empty declaration lets compilers import the style sheet.
    if (!isModule(entry)) await writeDeclarations(path.join(result, declarationsOf(subject, entry)), "export {};\n");
  }
  const waiting = entries.map((entry) => `${subject.folder}/src/${outputName(entry)}`);
  const found = new Set(waiting);
  for (const module of waiting) {
    const declarations = module.endsWith(".json")
      ? await declareTexts(path.join(packages, module))
      : await readFile(path.join(emitted, `${module}.d.ts`), "utf8");
    const specifiers = new Map<string, string>();
    for (const { specifier } of readImports(declarations)) {
      const target = moduleNamed(specifier, module);
      if (target !== undefined) {
        specifiers.set(specifier, specifierOf(target, module));
        if (!found.has(target)) waiting.push(target);
        found.add(target);
      } else if (!subject.imported.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
        throw new Error(
          `The types of ${module} need ${specifier}, which the manifest of ${subject.name} does not name`,
        );
      }
    }
    const file = path.join(result, "types", `${publishedPath(module)}.d.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    const named = /(?<=\b(?:from|import)\s*\(?\s*")[^"\n]+(?=")/g;
    await writeFile(
      file,
      declarations.replace(named, (specifier) => specifiers.get(specifier) ?? specifier),
    );
    if (!module.endsWith(".json")) await writeDeclarationMap(emitted, module, result);
  }
}

/** Writes the map of a module's declarations and the source that it refers to, so that editors open the source. */
async function writeDeclarationMap(emitted: string, module: string, result: string): Promise<void> {
  const emittedMap = path.join(emitted, `${module}.d.ts.map`);
  const map = JSON.parse(await readFile(emittedMap, "utf8")) as { sources: string[] };
  const source = path.resolve(path.dirname(emittedMap), map.sources[0]!);
  const copy = path.join(result, "src", publishedPath(module) + path.extname(source));
  const file = path.join(result, "types", `${publishedPath(module)}.d.ts.map`);
  const sources = [path.relative(path.dirname(file), copy).split(path.sep).join("/")];
  await mkdir(path.dirname(copy), { recursive: true });
  await Promise.all([cp(source, copy), writeFile(file, JSON.stringify({ ...map, sources }))]);
}

async function writeDeclarations(file: string, declarations: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, declarations);
}

/** Runs the compiler. Returns the folder with the declarations, laid out like the sources below `packages`. */
async function emitDeclarations(subject: SourcePackage, entries: string[], work: string): Promise<string> {
  const configFile = path.join(work, "tsconfig.json");
  const emitted = path.join(work, "types");
  const config = {
    extends: path.join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      declarationMap: true,
      emitDeclarationOnly: true,
      rootDir: packages,
      outDir: emitted,
      // The declarations must not depend on type packages of this machine.
      types: [],
      // Maps packages to their sources: the compiler emits no declarations for files that it finds in installed
      // packages.
      paths: {
        "@porchlight/client": [path.join(packages, "client/src/index.ts")],
        "@porchlight/client/*": [path.join(packages, "client/src/*/index.ts")],
        "@porchlight/server/hooks": [path.join(packages, `${hooksModule}.ts`)],
        "@porchlight/contract/*": [path.join(packages, "contract/src/*.ts")],
        "@porchlight/contract/texts/*.json": [path.join(packages, "contract/src/texts/*.json")],
      },
    },
    // Included explicitly, because files of the contract may first be found through an installed package.
    include: [path.join(packages, "contract/src/**/*.ts")],
    exclude: [path.join(packages, "**/*.test.ts")],
    files: entries.map((entry) => path.join(packages, subject.folder, entry)),
  };
  await writeFile(configFile, JSON.stringify(config));
  const { code, output } = await runStep("tsc", ["-p", configFile]);
  if (code !== 0) throw new Error(`The types of ${subject.name} cannot be made:\n${output}`);
  return emitted;
}

/** Declares the type of a JSON file of texts, so that users need no compiler option for JSON imports. */
async function declareTexts(file: string): Promise<string> {
  const texts = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  const members = Object.keys(texts).map((key) => `  ${JSON.stringify(key)}: string;\n`);
  return `declare const texts: {\n${members.join("")}};\nexport default texts;\n`;
}

/** The module of this repository that `specifier` names in `from`, as `contract/src/limits`; undefined for others. */
function moduleNamed(specifier: string, from: string): string | undefined {
  const contract = /^@porchlight\/contract\/(.+)$/.exec(specifier)?.[1];
  if (contract !== undefined) return `contract/src/${contract}`;
  if (specifier === "@porchlight/server/hooks") return hooksModule;
  if (!specifier.startsWith(".")) return undefined;
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\.[jt]sx?$/, ""));
}

/** The published specifier of `target` in `from`. */
function specifierOf(target: string, from: string): string {
  const relative = path.posix.relative(path.posix.dirname(publishedPath(from)), publishedPath(target));
  return `${relative.startsWith(".") ? "" : "./"}${relative}.js`;
}

/** `client/src/auth/index` → `client/auth/index` */
function publishedPath(module: string): string {
  return module.replace("/src/", "/");
}

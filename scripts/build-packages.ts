import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeScripts } from "./package-scripts.ts";
import { textExports, writeTexts } from "./package-texts.ts";
import { declarationsOf, writeTypes } from "./package-types.ts";
import { root } from "./run-step.ts";
import { isModule, outputName, type SourcePackage } from "./source-package.ts";

interface PublishedPackage {
  /** Below `packages`. */
  folder: string;
  separateModules: boolean;
  /** Whether it has an entry with the texts of its components per language. */
  hasTexts: boolean;
}

const publishedPackages: readonly PublishedPackage[] = [
  { folder: "client", separateModules: false, hasTexts: false },
  { folder: "react", separateModules: true, hasTexts: true },
];

/** Fields of the manifest that are published unchanged. */
const copiedFields = ["name", "version", "description", "license", "type", "sideEffects", "peerDependenciesMeta"];
const dependencyFields = ["dependencies", "peerDependencies"];

export interface BuildPackagesOptions {
  /** Called with one sentence per step. */
  onProgress?: (message: string) => void;
  /** Receives one folder per package. Default: each package's `dist`. */
  into?: string;
}

/**
 * Builds the published files of each package: JavaScript and types per entry of its `exports`, manifest, README,
 * license. Publish the result with `npm publish packages/client/dist`.
 *
 * @throws {Error} if a source cannot be built, or a package imports one that its manifest does not name.
 */
export async function buildPackages({ onProgress, into }: BuildPackagesOptions = {}): Promise<void> {
  for (const published of publishedPackages) {
    const { folder } = published;
    onProgress?.(`Building the package ${folder}`);
    const source = path.join(root, "packages", folder);
    const target = into === undefined ? path.join(source, "dist") : path.join(into, folder);
    // Built in a temporary folder and renamed, so that concurrent readers and builds never see a partial result.
    const parent = into ?? path.join(source, ".cache");
    await mkdir(parent, { recursive: true });
    const temporary = await mkdtemp(path.join(parent, "build-"));
    try {
      await buildPackage(published, path.join(temporary, "result"), path.join(temporary, "work"));
      await rm(target, { recursive: true, force: true });
      await rename(path.join(temporary, "result"), target);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}

async function buildPackage(
  { folder, separateModules, hasTexts }: PublishedPackage,
  result: string,
  work: string,
): Promise<void> {
  const source = path.join(root, "packages", folder);
  const manifest = JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
  const imported = dependencyFields.flatMap((field) => Object.keys(manifest[field] ?? {}));
  const subject: SourcePackage = { name: manifest.name, folder, exports: manifest.exports, imported, separateModules };
  await Promise.all([mkdir(result, { recursive: true }), mkdir(work, { recursive: true })]);
  await Promise.all([
    writeScripts(subject, result),
    writeTypes(subject, result, work),
    ...(hasTexts ? [writeTexts(result)] : []),
    writeFile(
      path.join(result, "package.json"),
      `${JSON.stringify(publishedManifest(subject, manifest, hasTexts ? textExports : {}), null, 2)}\n`,
    ),
    cp(path.join(source, "README.md"), path.join(result, "README.md")),
    cp(path.join(root, "LICENSE"), path.join(result, "LICENSE")),
  ]);
}

function publishedManifest(
  subject: SourcePackage,
  manifest: Record<string, unknown>,
  otherExports: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const copied = [...copiedFields, ...dependencyFields].filter((field) => manifest[field] !== undefined);
  const entries = Object.entries(subject.exports).map(([specifier, entry]) => {
    const file = `./${outputName(entry)}${isModule(entry) ? ".js" : ""}`;
    return [specifier, { types: declarationsOf(subject, entry), default: file }];
  });
  return {
    ...Object.fromEntries(copied.map((field) => [field, manifest[field]])),
    exports: { ...Object.fromEntries(entries), ...otherExports, "./package.json": "./package.json" },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackages({ onProgress: (message) => console.log(message) });
}

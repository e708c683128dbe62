import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { escapeNonAscii } from "../apps/site/build.ts";
import { bundleOptions, externalPackages, sourceLocations } from "../packages/cli/build.ts";
import { declarationsOf, writeTypes } from "./package-types.ts";
import { root } from "./run-step.ts";
import type { SourcePackage } from "./source-package.ts";
import { listNotices } from "./third-party-notices.ts";

const packages = path.join(root, "packages");
/** Folder of the scripts in the package. */
const programFolder = "program";
/** Modules that run in child processes, without extension. The module that starts one finds it next to itself. */
const children = ["server/src/platform/storage/renderer/render-child", "server/src/blog/import/import-worker"];
/** Files that modules find next to themselves, or by a path from there. */
const assets = [
  "server/src/platform/db/migrations",
  "server/src/api-docs/viewer",
  "server/src/api-docs/graphiql",
  "cli/demo",
];
const apps = ["site", "console"] as const;
/** Packages that the bundles load from `node_modules`: with native code, large, or read as files. */
const externals = [...externalPackages, "sharp"];
const installed = /^(?:@node-rs\/argon2|ts-morph|sharp|@fontsource\/inter|@opentelemetry\/.*)$/;

/**
 * Builds the npm package `porchlight`: the command, the server, the member site, and the console, so that
 * `npx porchlight start` runs everything in an empty folder. The site and the console must be built.
 *
 * @param into Receives the package; an existing folder is replaced.
 * @throws {Error} if a source cannot be built.
 */
export async function buildProgram(into: string): Promise<void> {
  await mkdir(path.dirname(into), { recursive: true });
  const temporary = await mkdtemp(path.join(path.dirname(into), "build-"));
  try {
    const result = path.join(temporary, "result");
    const program = path.join(result, programFolder);
    const manifest = await describeProgram();
    const subject: SourcePackage = {
      name: manifest.name,
      folder: "cli",
      exports: { ".": "./src/define-site.ts" },
      imported: [],
      separateModules: false,
    };
    const types = declarationsOf(subject, subject.exports["."]!);
    const exports = {
      ".": { types, default: `./${programFolder}/define-site.js` },
      "./package.json": "./package.json",
    };
    const work = path.join(temporary, "work");
    await Promise.all([mkdir(result), mkdir(work)]);
    await all([
      writeProgram(program),
      writeTypes(subject, result, work),
      ...assets.map((folder) =>
        cp(path.join(packages, folder), path.join(program, folder), { recursive: true, filter: isAsset }),
      ),
      ...apps.map((app) =>
        cp(path.join(root, "apps", app, "dist"), path.join(program, app, "dist"), { recursive: true }),
      ),
      cp(path.join(packages, "cli/bin/porchlight.js"), path.join(result, "bin/porchlight.js")),
      writeFile(path.join(result, "package.json"), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`),
      cp(path.join(root, "README.md"), path.join(result, "README.md")),
      cp(path.join(root, "LICENSE"), path.join(result, "LICENSE")),
      writeFile(path.join(result, "THIRD-PARTY-NOTICES.txt"), await listNotices(root)),
    ]);
    await writeFile(
      path.join(result, "bin/compiled.js"),
      `import { fileURLToPath } from "node:url";

export const findCompiled = () => fileURLToPath(new URL("../${programFolder}/porchlight.js", import.meta.url));
`,
    );
    await rm(into, { recursive: true, force: true });
    await rename(result, into);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The manifest, with the packages that the bundles do not contain. */
async function describeProgram() {
  const read = async (folder: string) => JSON.parse(await readFile(path.join(root, folder, "package.json"), "utf8"));
  const [workspace, cli, server] = await Promise.all([read("."), read("packages/cli"), read("packages/server")]);
  const { name, version, description, license, type, bin } = cli;
  const all: [string, string][] = Object.entries({ ...server.dependencies, ...cli.dependencies });
  return {
    ...{ name, version, description, license, type, bin },
    dependencies: Object.fromEntries(all.filter(([dependency]) => installed.test(dependency)).sort()),
    optionalDependencies: { ...server.optionalDependencies, ...workspace.optionalDependencies },
  };
}

async function writeProgram(program: string): Promise<void> {
  const entries = {
    porchlight: "cli/src/main",
    "define-site": "cli/src/define-site",
    ...Object.fromEntries(children.map((child) => [child, child])),
  };
  for (const [output, module] of Object.entries(entries)) {
    const file = path.join(program, `${output}.js`);
    const { outputFiles } = await build({
      ...bundleOptions,
      entryPoints: [path.join(packages, `${module}.ts`)],
      outfile: file,
      sourcemap: false,
      external: externals,
      plugins: [
        builtApps,
        sourceLocations(
          (source) => path.relative(path.dirname(file), path.join(program, path.relative(packages, source))),
          adaptLocations,
        ),
      ],
    });
    await mkdir(path.dirname(file), { recursive: true });
    for (const { path: target, text } of outputFiles) await writeFile(target, escapeNonAscii(text));
  }
}

/** Replaces references by those to files of the package: compiled programs, and the apps in {@link programFolder}. */
function adaptLocations(text: string): string {
  return text
    .replace(/new URL\("(\.\/[\w-]+)\.ts", import\.meta\.url\)/g, 'new URL("$1.js", import.meta.url)')
    .replace(
      /import\.meta\.resolve\("@porchlight\/(site|console)\/package\.json"\)/g,
      'new URL("../../../$1/package.json", import.meta.url)',
    );
}

/** Resolves the builds of the apps, which the package contains as built. */
const builtApps: Plugin = {
  name: "built-apps",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@porchlight\/(?:site|console)\/build\.ts$/ }, ({ path: app }) => ({
      path: app,
      namespace: "built-app",
    }));
    onLoad({ filter: /./, namespace: "built-app" }, ({ path: specifier }) => ({
      contents: `export const ${specifier.split("/")[1]}Build = { needsBuild: () => false };`,
    }));
  },
};

/** Waits for all, even if one fails, so that nothing writes to the folder afterwards. */
async function all(steps: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === "rejected");
  if (failed) throw failed.reason;
}

const isAsset = (file: string): boolean => !/\.tsx?$/.test(file);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProgram(path.join(packages, "cli/dist/package"));

import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compactScript, escapeNonAscii } from "@porchlight/site/build.ts";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { compiledFile } from "./bin/compiled.js";

const packages = fileURLToPath(new URL("..", import.meta.url));

/** How the command line is bundled: for the repository, and for npm. */
export const bundleOptions = {
  write: false,
  bundle: true,
  platform: "node",
  target: "node24",
  ...compactScript,
  // Node reads it only with --enable-source-maps.
  sourcemap: "linked",
  sourcesContent: false,
  // CommonJS modules call `require`.
  banner: {
    js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);',
  },
  logLevel: "error",
} as const satisfies BuildOptions;

/** Packages with native code, and packages that are rarely loaded. */
export const externalPackages = [
  "@node-rs/argon2",
  "pg-native",
  "ts-morph",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-*",
  "@opentelemetry/exporter-*",
];

/**
 * Compiles the command line and everything it imports to one file rather than chunks, because a later build must not
 * remove chunks that a running server has not loaded yet.
 */
export async function buildCli(): Promise<void> {
  const file = compiledFile();
  const folder = path.dirname(file);
  const { outputFiles } = await build({
    ...bundleOptions,
    entryPoints: [path.join(packages, "cli/src/main.ts")],
    outfile: file,
    // The apps have their own builds.
    external: [...externalPackages, "@porchlight/site/*", "@porchlight/console/build.ts"],
    plugins: [sourceLocations((source) => path.relative(folder, source))],
  });
  await mkdir(folder, { recursive: true });
  // Each file gets its final name only when it is complete. The source map, which has the longer name, comes first.
  for (const output of outputFiles.toSorted((left, right) => right.path.length - left.path.length)) {
    const temporary = path.join(folder, `build-${process.pid}.tmp`);
    await writeFile(temporary, escapeNonAscii(output.text));
    await rename(temporary, output.path);
  }
  const former = (await readdir(folder)).filter(
    (name) => /^porchlight-.*\.js/.test(name) && !name.startsWith(path.basename(file)),
  );
  await Promise.all(former.map((name) => rm(path.join(folder, name), { force: true })));
}

/**
 * Preserves `import.meta.url`, by which modules locate files next to them, such as migrations.
 *
 * @param locate Returns the path of a module relative to the bundle.
 * @param adapt Changes the source of a module that locates files.
 */
export function sourceLocations(locate: (source: string) => string, adapt = (text: string) => text): Plugin {
  return {
    name: "source-locations",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: source }) => {
        if (!source.startsWith(packages)) return null;
        const text = await readFile(source, "utf8");
        if (!text.includes("import.meta.")) return null;
        const location = JSON.stringify(locate(source).split(path.sep).join("/"));
        return {
          loader: "ts",
          contents: adapt(text).replaceAll("import.meta.url", `new URL(${location}, import.meta.url).href`),
        };
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();

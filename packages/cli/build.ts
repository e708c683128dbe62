import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compactScript, escapeNonAscii } from "@porchlight/site/build.ts";
import { build, type Plugin } from "esbuild";
import { compiledFile } from "./bin/compiled.js";

const packages = fileURLToPath(new URL("..", import.meta.url));

/**
 * Compiles the command line and everything it imports to one file rather than chunks, because a later build must not
 * remove chunks that a running server has not loaded yet.
 */
export async function buildCli(): Promise<void> {
  const file = compiledFile();
  const folder = path.dirname(file);
  const { outputFiles } = await build({
    entryPoints: [path.join(packages, "cli/src/main.ts")],
    outfile: file,
    write: false,
    bundle: true,
    platform: "node",
    target: "node24",
    ...compactScript,
    // Node reads it only with --enable-source-maps.
    sourcemap: "linked",
    sourcesContent: false,
    // Packages with native code, the apps, which have their own builds, and a compiler that only one command needs.
    external: ["@node-rs/argon2", "pg-native", "@porchlight/site/*", "@porchlight/console/build.ts", "ts-morph"],
    // CommonJS modules call `require`.
    banner: {
      js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);',
    },
    plugins: [sourceLocations(folder)],
    logLevel: "error",
  });
  await mkdir(folder, { recursive: true });
  // Each file gets its final name only when it is complete. The source map, which has the longer name, comes first.
  for (const output of outputFiles.toSorted((left, right) => right.path.length - left.path.length)) {
    const temporary = path.join(folder, `build-${process.pid}.tmp`);
    await writeFile(temporary, escapeNonAscii(output.text));
    await rename(temporary, output.path);
  }
  const former = (await readdir(folder)).filter((name) => !name.startsWith(path.basename(file)));
  await Promise.all(former.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Preserves `import.meta.url`, by which modules locate files next to them, such as migrations. */
function sourceLocations(folder: string): Plugin {
  return {
    name: "source-locations",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: source }) => {
        if (!source.startsWith(packages)) return null;
        const text = await readFile(source, "utf8");
        if (!text.includes("import.meta.url")) return null;
        const location = JSON.stringify(path.relative(folder, source).split(path.sep).join("/"));
        return {
          loader: "ts",
          contents: text.replaceAll("import.meta.url", `new URL(${location}, import.meta.url).href`),
        };
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();

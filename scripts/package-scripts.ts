import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./run-step.ts";
import { isModule, outputName, type SourcePackage } from "./source-package.ts";

/**
 * Writes the JavaScript and style sheets of a package: not minified, with source maps, for every runtime with ES
 * modules. Code that several entries share is in `chunks`, so that nothing is loaded twice.
 *
 * @throws {Error} if a source cannot be built, or imports a package that the manifest does not name.
 */
export async function writeScripts(subject: SourcePackage, result: string): Promise<void> {
  const source = path.join(root, "packages", subject.folder);
  // Paths as if built in place, so that source maps contain the paths of the repository.
  const outdir = path.join(source, "dist");
  const entries = Object.values(subject.exports).map((entry) => ({
    in: path.join(source, entry),
    out: outputName(entry).replace(/\.css$/, ""),
  }));
  let { outputFiles, metafile } = await bundle(subject, entries, outdir);
  const inputs = Object.keys(metafile.inputs);
  const foreign = inputs.find((input) => !input.startsWith("packages/"));
  if (foreign) throw new Error(`${subject.name} would hold ${foreign}, which its manifest does not name`);
  if (subject.separateModules) {
    // A module that is an entry itself shares its chunk with no other.
    const modules = inputs
      .filter(isModule)
      .map((input, index) => ({ in: path.join(root, input), out: `modules/${index}` }));
    const entryFiles = new Set(entries.map((entry) => entry.in));
    const all = [...entries, ...modules.filter((module) => !entryFiles.has(module.in))];
    ({ outputFiles, metafile } = await bundle(subject, all, outdir));
  }

  const contents = new Map(
    outputFiles.map((file) => [path.relative(root, file.path).split(path.sep).join("/"), file.contents]),
  );
  const outputs = Object.entries(metafile.outputs);
  const published = new Set(entries.map((entry) => path.relative(root, entry.in).split(path.sep).join("/")));
  const waiting = outputs.flatMap(([file, { entryPoint }]) => (entryPoint && published.has(entryPoint) ? [file] : []));
  const written = new Set(waiting);
  for (const file of waiting) {
    const target = path.join(result, path.relative(outdir, path.join(root, file)));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, contents.get(file) ?? "");
    await writeFile(`${target}.map`, contents.get(`${file}.map`) ?? "");
    const imports = metafile.outputs[file]?.imports ?? [];
    for (const { path: next, external } of imports) {
      if (!external && !written.has(next)) waiting.push(next);
      written.add(next);
    }
  }
}

function bundle(subject: SourcePackage, entryPoints: { in: string; out: string }[], outdir: string) {
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[hash]",
    format: "esm",
    platform: "neutral",
    target: "es2022",
    jsx: "automatic",
    external: [...subject.imported],
    sourcemap: "linked",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
}

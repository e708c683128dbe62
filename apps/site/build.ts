import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const siteFolder = dirname(fileURLToPath(import.meta.url));
const workspace = join(siteFolder, "../..");
const distFolder = join(siteFolder, "dist");

/** Sources of the build, relative to the workspace. */
const inputFolders = [
  "apps/site/public",
  ...["apps/site", "packages/react", "packages/client", "packages/contract"].map((folder) => `${folder}/src`),
];
const inputFiles = [
  ...["package.json", "build.ts", "vite.config.ts"].map((name) => `apps/site/${name}`),
  ...["react", "client", "contract"].map((name) => `packages/${name}/package.json`),
  "package-lock.json",
];

export interface BuildOptions {
  /** Called with a sentence per step. */
  onProgress?: (message: string) => void;
}

/** Whether the built site is missing or older than its sources. Reads every source, which takes some milliseconds. */
export function needsBuild(): boolean {
  try {
    return readFileSync(join(distFolder, "stamp"), "utf8") !== stampOfInputs();
  } catch {
    return true;
  }
}

/**
 * Builds the site for the browser and the server into `apps/site/dist`.
 *
 * @throws {Error} if a source cannot be built; the message names the file.
 */
export async function buildSite({ onProgress }: BuildOptions = {}): Promise<void> {
  const stamp = stampOfInputs();
  const { build } = await import("vite");
  // Vite and its React plugin read this instead of the mode: "test" or "development" would build React for development.
  const formerMode = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  const configFile = join(siteFolder, "vite.config.ts");
  // Built in a temporary folder and moved as a whole, so that concurrent readers and builds never see a partial `dist`.
  const folder = join(siteFolder, `node_modules/.cache/build-${process.pid}`);
  try {
    onProgress?.("Building the site for the browser and the server");
    await Promise.all([
      build({ configFile, logLevel: "error", build: { outDir: join(folder, "client") } }),
      build({ configFile, logLevel: "error", build: { outDir: join(folder, "server"), ssr: true } }),
    ]);
    onProgress?.("Compressing the site's files");
    await compactServer(join(folder, "server/entry-server.js"));
    await compressFolder(join(folder, "client"));
    await writeFile(join(folder, "stamp"), stamp);
    await rm(distFolder, { recursive: true, force: true });
    await rename(folder, distFolder);
  } finally {
    if (formerMode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = formerMode;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Node keeps the source text of the script in memory. */
async function compactServer(file: string): Promise<void> {
  const { transform } = await import("esbuild");
  const { code } = await transform(await readFile(file, "utf8"), { target: "node24", ...compactScript });
  await writeFile(file, escapeNonAscii(code));
}

/** esbuild options for server scripts. Names are preserved for stack traces and profiles. */
export const compactScript = {
  format: "esm",
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: "none",
} as const;

/**
 * Escapes the non-ASCII characters that esbuild leaves in regular expressions: a single one would make Node store the
 * whole file with two bytes per character.
 */
export function escapeNonAscii(script: string): string {
  return script.replace(/(\\*)([^\0-\x7f])/g, (_match, slashes: string, character: string) => {
    const escapes = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${escapes}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function stampOfInputs(): string {
  const hash = createHash("sha256");
  const files = inputFolders.flatMap((folder) =>
    readdirSync(join(workspace, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), ...inputFiles.map((name) => join(workspace, name))]) {
    hash.update(relative(workspace, file).split(sep).join("/")).update("\0");
    hash.update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

const compressible = /\.(css|js|svg|txt|json)$/;
/** Smaller files do not benefit from compression, in bytes. */
const smallestToCompress = 1024;

/** Writes `.br` and `.gz` next to every file that compression makes smaller. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !compressible.test(entry.name) || file.includes(`${sep}.vite${sep}`)) return;
      if ((await stat(file)).size < smallestToCompress) return;
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite({ onProgress: (message) => console.log(message) });
}

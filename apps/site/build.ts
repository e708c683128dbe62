import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const workspace = fileURLToPath(new URL("../..", import.meta.url));

export interface BuildOptions {
  /** Called with a sentence per step. */
  onProgress?: (message: string) => void;
}

/** The build of an app for the browser and possibly the server. */
export interface AppBuild {
  /** Whether the built app is missing or older than its sources. Reads every source, which takes some milliseconds. */
  needsBuild(): boolean;
  /**
   * Builds the app into its folder `dist`.
   *
   * @throws {Error} if a source cannot be built; the message names the file.
   */
  build(options?: BuildOptions): Promise<void>;
}

interface AppSources {
  /** In messages. */
  name: string;
  /** From the root of the repository. */
  folder: string;
  /** Names of the packages whose sources are part of the build. */
  packages: readonly string[];
  /** Other files of the app that are part of the build. */
  files: readonly string[];
  /** Whether the app has an entry for the server. */
  hasServer: boolean;
}

/** Describes the build of an app. */
export function defineAppBuild({ name, folder: appFolder, packages, files, hasServer }: AppSources): AppBuild {
  const root = join(workspace, appFolder);
  const distFolder = join(root, "dist");
  const inputFolders = [
    ...(existsSync(join(root, "public")) ? [`${appFolder}/public`] : []),
    ...[appFolder, ...packages.map((one) => `packages/${one}`)].map((folder) => `${folder}/src`),
  ];
  const inputFiles = [
    ...files.map((file) => `${appFolder}/${file}`),
    ...packages.map((one) => `packages/${one}/package.json`),
    "package-lock.json",
  ];

  return {
    needsBuild() {
      try {
        return readFileSync(join(distFolder, "stamp"), "utf8") !== stampOf(inputFolders, inputFiles);
      } catch {
        return true;
      }
    },
    async build({ onProgress } = {}) {
      const stamp = stampOf(inputFolders, inputFiles);
      const { build } = await import("vite");
      // Vite and its React plugin read this instead of the mode. "test" would build React for development.
      const formerMode = process.env.NODE_ENV;
      process.env.NODE_ENV = "production";
      const configFile = join(root, "vite.config.ts");
      // Built in a temporary folder and moved as a whole, so that concurrent readers and builds see a whole `dist`.
      const folder = join(root, `node_modules/.cache/build-${process.pid}`);
      try {
        onProgress?.(`Building the ${name}`);
        await Promise.all([
          build({ configFile, logLevel: "error", build: { outDir: join(folder, "client") } }),
          hasServer && build({ configFile, logLevel: "error", build: { outDir: join(folder, "server"), ssr: true } }),
        ]);
        onProgress?.(`Compressing the files of the ${name}`);
        if (hasServer) {
          // Files that pages of the server link to, most of which the browser build contains already.
          await cp(join(folder, "server/assets"), join(folder, "client/assets"), { recursive: true });
          await rm(join(folder, "server/assets"), { recursive: true });
          await compactServer(join(folder, "server/entry-server.js"));
        }
        await compressFolder(join(folder, "client"));
        await writeFile(join(folder, "stamp"), stamp);
        await rm(distFolder, { recursive: true, force: true });
        await rename(folder, distFolder);
      } finally {
        if (formerMode === undefined) delete process.env.NODE_ENV;
        else process.env.NODE_ENV = formerMode;
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Builds the site for the browser and the server into `apps/site/dist`. */
export const siteBuild = defineAppBuild({
  name: "site",
  folder: "apps/site",
  packages: ["react", "client", "contract"],
  files: ["package.json", "build.ts", "trim-router.ts", "vite.config.ts"],
  hasServer: true,
});

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

function stampOf(inputFolders: readonly string[], inputFiles: readonly string[]): string {
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
  await siteBuild.build({ onProgress: (message) => console.log(message) });
}

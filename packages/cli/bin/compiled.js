import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const workspace = fileURLToPath(new URL("../../..", import.meta.url));
const builder = fileURLToPath(new URL("../build.ts", import.meta.url));

/** Sources of the compiled command line, relative to the workspace. */
const inputs = [
  "package-lock.json",
  "apps/site/build.ts",
  "packages/cli/build.ts",
  "apps/console/src/server",
  "packages/client/src",
  ...["cli", "server", "contract", "importers"].flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/src`,
  ]),
];

/**
 * The compiled command line of the current sources. Its name contains a hash of the names, sizes, and modification
 * times of all sources, so that an outdated file is never loaded. Hashing their content would slow down each start.
 *
 * @returns {string} An absolute path.
 */
export function compiledFile() {
  const digest = hash("sha256", inputs.map((input) => listFiles(workspace, input)).join(""));
  return path.join(workspace, "packages/cli/dist", `porchlight-${digest.slice(0, 16)}.js`);
}

/**
 * Lists the name, size, and modification time of each file.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {string}
 */
function listFiles(folder, name) {
  const location = `${folder}/${name}`;
  const stats = statSync(location, { throwIfNoEntry: false });
  if (!stats) return "";
  if (stats.isDirectory()) {
    const entries = readdirSync(location).filter((entry) => !/\.test\.tsx?$/.test(entry));
    return `${name}\n${entries.map((entry) => listFiles(location, entry)).join("")}`;
  }
  // Container images store modification times in seconds.
  return `${name} ${stats.size} ${Math.floor(stats.mtimeMs / 1000)}\n`;
}

/**
 * Finds the compiled command line, which loads in half the time and memory of its 2,000 modules.
 *
 * @param {{ build: boolean }} options `build`: whether to compile it if it is missing.
 * @returns {string | undefined} Undefined if it is missing, for example because the folder is read-only.
 */
export function findCompiled({ build }) {
  const file = compiledFile();
  if (existsSync(file)) return file;
  if (!build) return undefined;
  // A separate process, so that the memory of the compilation is freed.
  spawnSync(process.execPath, [builder], { stdio: ["ignore", "ignore", "ignore"] });
  return existsSync(file) ? file : undefined;
}

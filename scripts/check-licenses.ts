import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./run-step.ts";

/** An installed package. */
export interface InstalledPackage {
  name: string;
  /** An SPDX expression; empty if the manifest has none. */
  license: string;
  /** Whether only development needs it. */
  dev: boolean;
}

/** Licenses that may be distributed with Porchlight. Fonts have the OFL. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);
/** Also allowed for tools, which are not distributed. */
const allowedForTools = new Set(["MPL-2.0", "CC-BY-4.0", "Python-2.0"]);
/** Packages with other terms, and why they are allowed. */
const exceptions: readonly { name: RegExp; license: RegExp }[] = [
  // libvips is linked dynamically, and can be replaced.
  { name: /^@img\/sharp-/, license: /LGPL-3\.0-or-later/ },
  // Its file LICENSE is the Apache License.
  { name: /^@react-aria\/optimize-locales-plugin$/, license: /^$/ },
];

/** The packages that are installed, from the lockfile and their manifests. */
export function readInstalledPackages(folder: string): InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; dev?: boolean }>;
  };
  return Object.entries(packages).flatMap(([location, { link, dev = false }]) => {
    const manifest = path.join(folder, location, "package.json");
    if (!location.includes("node_modules/") || link || !existsSync(manifest)) return [];
    const { license = "" } = JSON.parse(readFileSync(manifest, "utf8")) as { license?: string | { type: string } };
    const name = location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
    return [{ name, license: typeof license === "string" ? license : license.type, dev }];
  });
}

/** Whether a package may be used: of alternatives one license must be allowed, of combinations all. */
export function isAllowed({ name, license, dev }: InstalledPackage): boolean {
  if (exceptions.some((exception) => exception.name.test(name) && exception.license.test(license))) return true;
  return license
    .replace(/[()]/g, "")
    .split(/ or /i)
    .some((option) => option.split(/ and /i).every((id) => allowed.has(id) || (dev && allowedForTools.has(id))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = readInstalledPackages(root);
  const rejected = packages.filter((one) => !isAllowed(one));
  const distributed = Map.groupBy(
    packages.filter(({ dev }) => !dev),
    ({ license }) => license,
  );
  const counts = [...distributed].sort(([, left], [, right]) => right.length - left.length);
  console.log(counts.map(([license, { length }]) => `${license} ${length}`).join(", "));
  for (const { name, license } of rejected) console.log(`${name} has the license "${license}", which is not allowed`);
  if (rejected.length > 0) process.exitCode = 1;
}

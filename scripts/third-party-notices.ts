import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Tools of the builds whose code is in the result. */
const bundledTools = new Set(["highlight.js", "lowlight", "tailwindcss"]);

/**
 * The licenses of all packages that are distributed, as one text. Equal texts are in it once.
 *
 * @param folder The workspace, with its lockfile and installed packages.
 */
export function listNotices(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; dev?: boolean; version?: string }>;
  };
  const names = new Map<string, string[]>();
  for (const [location, { link, dev, version }] of Object.entries(packages)) {
    const installed = path.join(folder, location);
    if (!location.includes("node_modules/") || link || !existsSync(installed)) continue;
    const name = location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
    if (dev && !bundledTools.has(name)) continue;
    const files = readdirSync(installed).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
    const text = files.map((file) => readFileSync(path.join(installed, file), "utf8").trim()).join("\n\n");
    const { license = "" } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
    const terms = text || `License: ${typeof license === "string" ? license : license.type}`;
    names.set(terms, [...(names.get(terms) ?? []), `${name} ${version}`]);
  }
  return [...names]
    .map(([terms, owners]) => `${[...new Set(owners)].sort().join("\n")}\n\n${terms}\n`)
    .sort()
    .join(`\n${"-".repeat(80)}\n\n`);
}

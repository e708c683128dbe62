import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./run-step.ts";

/**
 * Bundles the script of the hosted pages into the file that the server sends: an installed server has no bundler. With
 * `--check`, exits with 1 if the file is out of date or too large. Source: screens and looks, §5.
 */
const source = path.join(root, "packages/server/src/hosted-pages/browser/main.ts");
const file = path.join(root, "packages/server/src/hosted-pages/views/hosted-script.json");
/** Bytes, gzip. */
const budget = 12_000;

const { outputFiles } = await build({
  entryPoints: [source],
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  write: false,
});
const code = outputFiles[0]?.text.trimEnd();
if (!code) throw new Error("The script of the hosted pages is empty.");
const text = `${JSON.stringify({ code }, null, 2)}\n`;

const weight = gzipSync(code, { level: 9 }).byteLength;
const isOver = weight > budget;
console.log(
  `hosted  script         ${(weight / 1000).toFixed(2).padStart(6)} of ${(budget / 1000).toFixed(0).padStart(3)} kB${isOver ? "  too heavy" : ""}`,
);
if (isOver) process.exitCode = 1;

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("hosted-script.json is not what its sources make. Run: npx node scripts/make-hosted-script.ts");
  process.exitCode = 1;
}

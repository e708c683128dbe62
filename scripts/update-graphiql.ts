import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./run-step.ts";

/**
 * Replaces the bundle of GraphiQL, its worker, and its styles, compressed as the server sends them:
 * `npx node scripts/update-graphiql.ts 5.4.0`. Then change `graphiqlVersion` in `api-docs/graphiql-page.ts`.
 */
const version = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) throw new Error("Pass the version of graphiql.");

/** Renders GraphiQL into an element. A later call for the same element changes its properties. */
const page = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { GraphiQL } from "graphiql";
import "graphiql/style.css";
const roots = new Map();
globalThis.renderGraphiql = (element, properties) => {
  if (!roots.has(element)) roots.set(element, createRoot(element));
  roots.get(element).render(createElement(GraphiQL, properties));
};`;

/** One file for all workers of the editor, whose name determines the language. */
const worker = `
const languages = {
  json: () => import("monaco-editor/esm/vs/language/json/json.worker.js"),
  graphql: () => import("monaco-graphql/esm/graphql.worker.js"),
};
(languages[self.name] ?? (() => import("monaco-editor/esm/vs/editor/editor.worker.js")))();`;

const target = path.join(root, "packages/server/src/api-docs/graphiql");
const folder = mkdtempSync(path.join(os.tmpdir(), "graphiql-"));
try {
  writeFileSync(path.join(folder, "package.json"), "{}");
  const packages = [`graphiql@${version}`, "react@19", "react-dom@19", "graphql@16"];
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    stdio: "inherit",
  });
  writeFileSync(path.join(folder, "graphiql.js"), page);
  writeFileSync(path.join(folder, "graphiql-worker.js"), worker);
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["graphiql.js", "graphiql-worker.js"],
    outdir: path.join(folder, "dist"),
    bundle: true,
    minify: true,
    // GraphiQL names icons after their components.
    keepNames: true,
    format: "iife",
    target: "es2022",
    loader: { ".ttf": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  mkdirSync(target, { recursive: true });
  for (const file of globSync("*.gz", { cwd: target })) rmSync(path.join(target, file));
  for (const output of outputFiles) {
    const { name, ext } = path.parse(output.path);
    const text = ext === ".css" ? withoutFonts(output.text) : output.text;
    writeFileSync(
      path.join(target, `${name}-${version}${ext}.gz`),
      gzipSync(text, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
  writeFileSync(path.join(target, "LICENSES"), licensesOf(Object.keys(metafile.inputs)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the fonts for text, half of the file, and a second copy of the font of the editor's icons. */
function withoutFonts(styles: string): string {
  const [icons = ""] = /@font-face\{font-family:codicon[^}]*\}/.exec(styles) ?? [];
  return icons + styles.replace(/@font-face\{[^}]*\}/g, "");
}

/** The licenses of the packages that the files come from, each text once. */
function licensesOf(files: readonly string[]): string {
  const names = new Set(
    files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file)?.[1] ?? []),
  );
  const byText = new Map<string, string[]>();
  for (const name of [...names].sort()) {
    const location = path.join(folder, "node_modules", name);
    const [file] = globSync("{LICENSE,LICENCE,license}*", { cwd: location });
    const { license } = JSON.parse(readFileSync(path.join(location, "package.json"), "utf8")) as { license?: string };
    const text = file
      ? readFileSync(path.join(location, file), "utf8").trim()
      : `License: ${license ?? "see the package"}`;
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  return [...byText].map(([text, users]) => `${users.join(", ")}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

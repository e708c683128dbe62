import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/**
 * Compares the minified and compressed size of the client's entries, with and without lazily loaded code, with their
 * budgets, and searches them for server code. Prints one line per entry; exits with 1 if one is too large or contains
 * server code. Source: client.md, promises 5 and 6.
 */

const auth = `
import { createClient, OAuthStrategy } from "@porchlight/client";
import { authentication, verification } from "@porchlight/client/auth";`;

const entries: { name: string; budget: number; source: string }[] = [
  {
    name: "auth",
    budget: 9_000,
    source: `${auth}
export const connect = (host, clientId) =>
  createClient({ host, auth: OAuthStrategy({ clientId }), modules: { authentication, verification } });`,
  },
  {
    name: "auth + posts",
    budget: 11_000,
    source: `${auth}
import { posts } from "@porchlight/client/blog";
export const connect = (host, clientId) =>
  createClient({ host, auth: OAuthStrategy({ clientId }), modules: { authentication, verification, posts } });`,
  },
  {
    name: "auth, posts, items",
    budget: 14_000,
    source: `${auth}
import { posts } from "@porchlight/client/blog";
import { items } from "@porchlight/client/data";
export const connect = (host, clientId) =>
  createClient({ host, auth: OAuthStrategy({ clientId }), modules: { authentication, verification, posts, items } });`,
  },
  {
    name: "auth, posts, items, forms",
    budget: 17_000,
    source: `${auth}
import { posts } from "@porchlight/client/blog";
import { items } from "@porchlight/client/data";
import { forms, submissions } from "@porchlight/client/forms";
const modules = { authentication, verification, posts, items, forms, submissions };
export const connect = (host, clientId) => createClient({ host, auth: OAuthStrategy({ clientId }), modules });`,
  },
];

/** Unused imports of these add nothing to a bundle. */
const unused = `
import * as auth from "@porchlight/client/auth";
import * as blog from "@porchlight/client/blog";
import * as client from "@porchlight/client";
import * as data from "@porchlight/client/data";
import * as forms from "@porchlight/client/forms";
import * as members from "@porchlight/client/members";
import * as redirects from "@porchlight/client/redirects";
import * as server from "@porchlight/client/server";
import * as session from "@porchlight/client/session";
import * as webhooks from "@porchlight/client/webhooks";
import * as testing from "@porchlight/client/testing";`;

/** Texts of the schema library and of the server's half of the wire layer. */
const forbidden = ["zod", "invalid_type", "QueryDecodingError", "node:"];

/** Excludes dynamic imports, which bundlers put into separate files. */
const laterApart: Plugin = {
  name: "later-apart",
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    ),
};

const bundle = (source: string, plugins: Plugin[] = [laterApart]) =>
  build({
    plugins,
    stdin: { contents: source, resolveDir: fileURLToPath(new URL("../tests", import.meta.url)), loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
  });

let failures = 0;
for (const { name, budget, source } of entries) {
  const { outputFiles } = await bundle(source);
  const { outputFiles: besideUnused } = await bundle(unused + source);
  const {
    outputFiles: [whole],
    metafile: { inputs },
  } = await bundle(source, []);
  const [file] = outputFiles;
  if (!file || !whole) throw new Error(`The bundle "${name}" is empty.`);
  const weigh = (contents: Uint8Array) => gzipSync(contents, { level: 9 }).byteLength;
  const weight = weigh(file.contents);
  const later = weigh(whole.contents) - weight;
  const found = forbidden.filter((text) => whole.text.includes(text));
  const foreign = Object.keys(inputs).filter((path) => path.includes("node_modules"));
  const over = weight > budget;
  const excess = (besideUnused[0]?.contents.byteLength ?? 0) - file.contents.byteLength;
  if (over || excess > 0 || found.length > 0 || foreign.length > 0) failures++;
  console.log(
    `client  ${name.padEnd(26)} ${(weight / 1000).toFixed(2).padStart(6)} of ${(budget / 1000).toFixed(0).padStart(3)} kB` +
      `${later > 0 ? `, ${(later / 1000).toFixed(2)} kB more may come later` : ""}` +
      `${over ? "  too heavy" : ""}${excess > 0 ? `  ${excess} bytes of what is not used` : ""}${found.length > 0 ? `  holds ${found.join(", ")}` : ""}` +
      `${foreign.length > 0 ? `  depends on ${foreign.join(", ")}` : ""}`,
  );
}
if (failures > 0) process.exitCode = 1;

#!/usr/bin/env node
// Plain JavaScript without new syntax, so that old versions of Node can find the right one.
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const neededMajor = 24;

/** The Node that npm installed next to this package; undefined if there is none for this platform. */
function findBundledNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  const require = createRequire(import.meta.url);
  try {
    const folder = path.dirname(require.resolve(`node-${system}-${process.arch}/package.json`));
    return path.join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch (_error) {
    return undefined;
  }
}

/** Runs this file again with the given Node, and exits as it does. */
function runWith(node) {
  // The channel closes when this process ends, also by kill -9; the child then ends too (see main.ts).
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`The Node.js that comes with Porchlight does not start here (${error.message}).`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
}

if (Number(process.versions.node.split(".")[0]) >= neededMajor) {
  // A compile cache next to the package halves the start of the next command. It is optional: the folder may be
  // read-only.
  module.enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
  const { findCompiled } = await import("./compiled.js");
  const compiled = findCompiled({ build: process.argv[2] === "start" });
  const { run } = await import(compiled ? pathToFileURL(compiled).href : "../src/main.ts");
  await run();
} else {
  const node = findBundledNode();
  if (node) {
    runWith(node);
  } else {
    console.error(
      "Porchlight needs Node.js " +
        neededMajor +
        " or newer, and this is " +
        process.version +
        ". Install it from https://nodejs.org, then start again.",
    );
    process.exitCode = 1;
  }
}

#!/usr/bin/env node
// Plain JavaScript without new syntax, so that an old Node gets as far as finding the right one.
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const neededMajor = 24;

/** The Node that npm installed beside this package, or undefined where there is none for this machine. */
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

/** Runs this file again with the given Node and ends as it ends. */
function runWith(node) {
  // The channel closes when this process ends, also by kill -9; the child then ends too (see launcher.ts).
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
  // What was compiled once is kept beside the package, so that the next command is ready in half the time. Where nothing can be written
  // there, it is compiled each time.
  module.enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
  const { run } = await import("../src/main.ts");
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

import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { consoleBuild } from "../apps/console/build.ts";
import { siteBuild } from "../apps/site/build.ts";
import { root } from "./run-step.ts";

/**
 * Runs the product and watches the sources: each change rebuilds the site and the console and restarts the server.
 * Arguments after `--` are passed to `porchlight start`.
 */
const watched = [
  "packages/contract",
  "packages/client",
  "packages/react",
  "packages/editor",
  "packages/importers",
  "packages/server",
  "packages/cli",
  "apps/site",
  "apps/console",
];
/** Editors write a file in several steps; changes within this time are one. */
const debounceMs = 150;

const launcher = path.join(root, "packages/cli/bin/porchlight.js");
let server: ChildProcess | undefined;
let stopping = false;
let working = false;
let again = false;

function startServer(): void {
  server = spawn(process.execPath, [launcher, "start", "--demo", ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  server.once("exit", (code) => {
    if (!stopping && !working && code !== 0) console.error("The server exited. It restarts with the next change.");
  });
}

async function stopServer(): Promise<void> {
  const running = server;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGTERM");
  await ended;
}

/** Runs one round at a time; changes during a round start another one. */
async function followChanges(): Promise<void> {
  if (working) {
    again = true;
    return;
  }
  working = true;
  do {
    again = false;
    try {
      for (const { needsBuild, build } of [siteBuild, consoleBuild])
        if (needsBuild()) await build({ onProgress: (line) => console.log(line) });
      await stopServer();
      if (!stopping) startServer();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  } while (again && !stopping);
  working = false;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await stopServer();
    process.exit(0);
  });
}

let timer: NodeJS.Timeout | undefined;
for (const folder of watched) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || /(^|[\\/])(dist|node_modules)([\\/]|$)|\.test\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void followChanges(), debounceMs);
  });
}
await followChanges();

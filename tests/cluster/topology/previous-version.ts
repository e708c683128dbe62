import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "./processes.ts";

/** The sources of another version, which start with the installed dependencies. */
export interface PreviousVersion {
  /** Its command `porchlight`. */
  readonly launcher: string;
  remove(): void;
}

const buildConsole = `
  const { consoleBuild } = await import("./apps/console/build.ts");
  await consoleBuild.build({ onProgress() {} });`;

/** Checks out a commit of this repository. Requires its history, which a shallow clone lacks. */
export function checkOut(commit: string): PreviousVersion {
  const root = resolve(import.meta.dirname, "../../..");
  const folder = join(makeFolder(), "previous");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  // Of interrupted runs.
  git("worktree", "prune");
  git("worktree", "add", "--detach", folder, commit);
  // The installed packages, except those of the repository, which are links into it.
  const [installed, own] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(own);
  for (const name of readdirSync(installed)) {
    if (name === "@porchlight") execFileSync("cp", ["-R", "--no-dereference", join(installed, name), own]);
    else symlinkSync(join(installed, name), join(own, name));
  }
  const launcher = join(folder, "packages/cli/bin/porchlight.js");
  // Otherwise the first start compiles the server and builds the console, which takes longer than a start may.
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  run(launcher, "start", "--help");
  run("--input-type=module", "-e", buildConsole);
  return {
    launcher,
    remove() {
      git("worktree", "remove", "--force", folder);
      rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

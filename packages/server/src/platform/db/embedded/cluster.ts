import fs from "node:fs";
import path from "node:path";
import { type Launcher, supervise, withPasswdEntry } from "./child.ts";
import { adoptClusterDraft, createClusterDraft, type DataFolder } from "./data-folder.ts";
import { describeFileError, EngineError } from "./engine-error.ts";
import type { Runtime } from "./runtime.ts";
import { describeStartFailure, missingUserMessage } from "./start-failure.ts";

/** Superuser of the embedded engine, without a password: only the user of this machine can connect. */
export const engineUser = "porchlight";

/** Creates the cluster in a draft folder, which is renamed when complete. */
export async function createCluster(folder: DataFolder, { binaries, launcher, major }: Runtime): Promise<void> {
  // The builtin provider (17 and newer) sorts and folds identically on every machine.
  const locale =
    major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] : ["--locale=C.UTF-8"];
  const args = ["-U", engineUser, "-A", "trust", "-E", "UTF8", "--data-checksums", "--no-instructions", ...locale];
  let output: string;
  try {
    const outcome = await runInitdb(folder, launcher, binaries, args);
    if (outcome.draft) return adoptClusterDraft(folder, outcome.draft);
    output = outcome.output;
    if (output.includes(missingUserMessage) && launcher.command === "/bin/sh") {
      const retry = await runInitdb(folder, withPasswdEntry(launcher), binaries, args);
      if (retry.draft) return adoptClusterDraft(folder, retry.draft);
    }
  } catch (error) {
    throw error instanceof EngineError ? error : describeFileError(path.join(folder.displayPath, "postgres"), error);
  }
  throw describeStartFailure(folder, output, "could not be created");
}

/** Runs `initdb` in a draft folder. @returns The draft, if it succeeded, and the output. */
async function runInitdb(folder: DataFolder, launcher: Launcher, binaries: Runtime["binaries"], args: string[]) {
  const draft = createClusterDraft(folder);
  const report = path.join(folder.engine, "initdb.log");
  fs.rmSync(report, { force: true });
  const output = fs.openSync(report, "wx", 0o600);
  try {
    const program = path.join(binaries.bin, "initdb");
    const { libraryPath } = binaries;
    const child = await supervise({
      launcher,
      libraryPath,
      program,
      args: [...args, "-D", draft],
      output,
      stopBy: "kill",
    });
    const status = await child.ended;
    const log = fs.readFileSync(report, "utf8");
    if (status === 0) return { draft, output: log };
    fs.rmSync(draft, { recursive: true, force: true });
    return { output: log };
  } finally {
    fs.closeSync(output);
    fs.rmSync(report, { force: true });
  }
}

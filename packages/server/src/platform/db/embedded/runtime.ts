import path from "node:path";
import { type Binaries, type BinarySources, listBinaries, refreshLinks } from "./binaries.ts";
import { type Launcher, listLaunchers, type Probe, probeProgram } from "./child.ts";
import { chownToFolderOwner, type DataFolder } from "./data-folder.ts";
import { describeFileError, EngineError } from "./engine-error.ts";

const minMajor = 15;

/** A PostgreSQL that runs on this machine, and its launcher. */
export interface Runtime {
  binaries: Binaries;
  launcher: Launcher;
  major: number;
}

interface Attempt {
  command: string;
  probe: Probe;
}

/** Returns the first installation of the required version that runs, with the least privileged launcher that works. */
export function chooseRuntime(folder: DataFolder, requiredMajor: number | undefined, sources: BinarySources): Runtime {
  const attempts: Attempt[] = [];
  for (const binaries of listBinaries(sources, folder.links)) {
    try {
      refreshLinks(binaries.links, folder.links);
      if (binaries.links.size > 0) chownToFolderOwner(folder, folder.links, ...binaries.links.keys());
    } catch (error) {
      throw describeFileError(path.join(folder.displayPath, "postgres"), error);
    }
    const program = path.join(binaries.bin, "postgres");
    for (const launcher of listLaunchers(folder.user)) {
      const probe = probeProgram(launcher, binaries.libraryPath, folder.engine, program);
      attempts.push({ command: launcher.command, probe });
      if (probe.outcome === "doesNotRun") break;
      if (probe.outcome !== "ran") continue;
      const major = readMajor(probe.output);
      if (major === (requiredMajor ?? major) && major >= minMajor) return { binaries, launcher, major };
      break;
    }
  }
  throw describeMissingRuntime(folder, requiredMajor, attempts);
}

/** `postgres (PostgreSQL) 18.4` → 18. */
function readMajor(output: string): number {
  return Number(/\d+/.exec(output)?.[0] ?? 0);
}

function describeMissingRuntime(
  folder: DataFolder,
  requiredMajor: number | undefined,
  attempts: readonly Attempt[],
): EngineError {
  const probes = attempts.map(({ probe }) => probe);
  const majors = probes.flatMap((probe) => (probe.outcome === "ran" ? [readMajor(probe.output)] : []));
  if (requiredMajor !== undefined && majors.length > 0) {
    return new EngineError(
      "WRONG_VERSION",
      `The database in "${path.join(folder.displayPath, "postgres")}" was created by PostgreSQL ${requiredMajor}, but only PostgreSQL ${[...new Set(majors)].join(", ")} is installed. Install PostgreSQL ${requiredMajor} on this machine, or set DATABASE_URL.`,
    );
  }
  const broken = probes.find((probe) => probe.outcome === "doesNotRun");
  if (!broken && probes.some(({ outcome }) => outcome === "folderClosed" || outcome === "programClosed")) {
    const lacksSetpriv = attempts.some(
      ({ command, probe }) => command === "setpriv" && probe.outcome === "noLauncher" && probe.detail === "ENOENT",
    );
    const remedy = lacksSetpriv
      ? "Install the command setpriv (package util-linux), or move"
      : "This system does not allow otherwise: move";
    return new EngineError(
      "UNSUPPORTED",
      `PostgreSQL does not run as root, and the user it runs as instead (uid ${folder.user.uid}) has no access to the folder of Porchlight or of its data. ${remedy} both to a folder that other users can access, or set DATABASE_URL.`,
    );
  }
  if (!broken && folder.user.switched && probes.length > 0) {
    return new EngineError(
      "UNSUPPORTED",
      `PostgreSQL does not run as root, and this process cannot switch to the user (uid ${folder.user.uid}) that it would run as. Start Porchlight as a regular user, or set DATABASE_URL.`,
    );
  }
  const reason = broken?.outcome === "doesNotRun" ? `: ${broken.detail.split("\n")[0]}` : "";
  return new EngineError(
    "UNSUPPORTED",
    `No embedded database runs on this machine (${process.platform} ${process.arch}${reason}). Install PostgreSQL ${minMajor} or newer, or set DATABASE_URL.`,
  );
}

import path from "node:path";
import { type Binaries, type BinarySources, listBinaries, refreshLinks } from "./binaries.ts";
import { type Launcher, listLaunchers, probeProgram } from "./child.ts";
import { type DataFolder, giveToFolderOwner } from "./data-folder.ts";
import { describeFileError, EngineError } from "./engine-error.ts";

/** Older ones lack what the schema uses. */
const oldestMajor = 15;

/** A PostgreSQL that runs here, and how. */
export interface Runtime {
  binaries: Binaries;
  launcher: Launcher;
  major: number;
}

/** The first installation of the right version that runs as the engine's user, in the least privileged way that works. */
export function chooseRuntime(folder: DataFolder, wantedMajor: number | undefined, sources: BinarySources): Runtime {
  const found: number[] = [];
  const refusals: string[] = [];
  let isClosed = false;
  let lacksSetpriv = false;
  let hasUser = false;
  for (const binaries of listBinaries(sources, folder.links)) {
    try {
      refreshLinks(binaries.links, folder.links);
      if (binaries.links.size > 0) giveToFolderOwner(folder, folder.links, ...binaries.links.keys());
    } catch (error) {
      throw describeFileError(path.join(folder.shown, "postgres"), error);
    }
    const program = path.join(binaries.bin, "postgres");
    for (const launcher of listLaunchers(folder.user)) {
      const probe = probeProgram(launcher, binaries.libraryPath, folder.engine, program);
      if (probe.outcome !== "noLauncher") hasUser = true;
      if (probe.outcome === "ran") {
        const major = Number(/\d+/.exec(probe.output)?.[0]);
        if (major >= oldestMajor && (wantedMajor === undefined || major === wantedMajor))
          return { binaries, launcher, major };
        found.push(major);
        break;
      }
      if (probe.outcome === "doesNotRun") {
        refusals.push(probe.detail);
        break;
      }
      if (probe.outcome === "noLauncher") {
        refusals.push(probe.detail);
        if (launcher.command === "setpriv" && probe.detail === "ENOENT") lacksSetpriv = true;
      } else {
        isClosed = true;
      }
    }
  }
  throw describeMissingRuntime(folder, { wantedMajor, found, isClosed, lacksSetpriv, refusals });
}

function describeMissingRuntime(
  folder: DataFolder,
  facts: {
    wantedMajor: number | undefined;
    found: number[];
    isClosed: boolean;
    lacksSetpriv: boolean;
    refusals: string[];
  },
): EngineError {
  const { wantedMajor, found, isClosed, lacksSetpriv, refusals } = facts;
  const place = path.join(folder.shown, "postgres");
  if (wantedMajor !== undefined && found.length > 0) {
    return new EngineError(
      "WRONG_VERSION",
      `The database in "${place}" was made by PostgreSQL ${wantedMajor}, but only PostgreSQL ${[...new Set(found)].join(", ")} is here. Install PostgreSQL ${wantedMajor} on this machine, or set DATABASE_URL.`,
    );
  }
  if (isClosed) {
    const reason = lacksSetpriv
      ? "Install the command setpriv (package util-linux), or move"
      : "This system grants no way around that: move";
    return new EngineError(
      "UNSUPPORTED",
      `PostgreSQL does not run as root, and the user it runs as instead (uid ${folder.user.uid}) may not enter the folder of Porchlight or of its data. ${reason} both to where other users may enter, or set DATABASE_URL.`,
    );
  }
  if (folder.user.switched && !hasUser) {
    return new EngineError(
      "UNSUPPORTED",
      `PostgreSQL does not run as root, and this process may not become the user (uid ${folder.user.uid}) that it would run as. Start Porchlight as an ordinary user, or set DATABASE_URL.`,
    );
  }
  const last = refusals.filter((line) => line !== "").at(-1);
  return new EngineError(
    "UNSUPPORTED",
    `No embedded database runs on this machine (${process.platform} ${process.arch}${last ? `: ${last}` : ""}). Install PostgreSQL ${oldestMajor} or newer, or set DATABASE_URL to one elsewhere.`,
  );
}

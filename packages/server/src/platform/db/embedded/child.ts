import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import type { Socket } from "node:net";
import type { EngineUser } from "./data-folder.ts";
import { EngineError, systemErrorCode } from "./engine-error.ts";

/** Command that runs `/bin/sh` as the engine's user. */
export interface Launcher {
  command: string;
  /** Arguments before those of the shell. */
  prefix: readonly string[];
  options: Pick<SpawnOptions, "uid" | "gid">;
}

/** Launchers for the engine's user, least privileged first. */
export function listLaunchers(user: EngineUser): Launcher[] {
  if (!user.switched) return [{ command: "/bin/sh", prefix: [], options: {} }];
  const { uid, gid } = user;
  // Below a folder closed to other users (/root), the child keeps one capability: to read, or to write too where the
  // container does not grant that, as in Docker. PostgreSQL calls access(2), which ignores capabilities of non-root
  // processes unless no_setuid_fixup is set.
  const withCapability = (capability: string): Launcher => ({
    command: "setpriv",
    prefix: [
      "--securebits=+no_setuid_fixup",
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      "/bin/sh",
    ],
    options: {},
  });
  const direct: Launcher = { command: "/bin/sh", prefix: [], options: { uid, gid } };
  if (process.platform !== "linux") return [direct];
  return [direct, withCapability("dac_read_search"), withCapability("dac_override")];
}

/** Runs in a user namespace where the user is `nobody`: `initdb` fails for a uid without a name. */
export function withPasswdEntry(launcher: Launcher): Launcher {
  return {
    command: "unshare",
    prefix: ["--user", "--map-user=65534", "--map-group=65534", launcher.command, ...launcher.prefix],
    options: launcher.options,
  };
}

function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { LC_ALL: "C", TZ: "UTC", ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/** Result of running a program, or which part failed: the launcher, the folder, the file, or the program. */
export type Probe =
  | { outcome: "ran"; output: string }
  | { outcome: "noLauncher" | "folderClosed" | "programClosed" | "doesNotRun"; detail: string };

// macOS strips DYLD_* from the environment of /bin/sh, so the shell sets it.
const setLibraryPathScript = `[ -z "$1" ] || export LD_LIBRARY_PATH="$1\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" DYLD_LIBRARY_PATH="$1"; shift`;

/** Tries `<program> --version` as the engine's user, who must also be able to enter `folder`. */
export function probeProgram(launcher: Launcher, libraryPath: string, folder: string, program: string): Probe {
  const script = `${setLibraryPathScript}
    cd -- "$1" 2>/dev/null || { echo "@folder"; exit 1; }
    [ -r "$2" ] && [ -x "$2" ] || { echo "@program"; exit 1; }
    echo "@ready"
    exec "$2" --version`;
  const result = spawnSync(launcher.command, [...launcher.prefix, "-c", script, "sh", libraryPath, folder, program], {
    ...launcher.options,
    cwd: "/",
    env: childEnvironment(),
    encoding: "utf8",
    timeout: 20_000,
  });
  if (result.error) return { outcome: "noLauncher", detail: systemErrorCode(result.error) ?? result.error.message };
  const [mark, output = ""] = result.stdout.trim().split("\n");
  const detail = result.stderr.trim();
  if (mark === "@folder") return { outcome: "folderClosed", detail };
  if (mark === "@program") return { outcome: "programClosed", detail };
  if (mark !== "@ready") return { outcome: "noLauncher", detail };
  return result.status === 0 ? { outcome: "ran", output } : { outcome: "doesNotRun", detail };
}

export interface SupervisedChild {
  /** Resolves with the program's exit status when the program and its supervisor have ended. */
  readonly ended: Promise<number>;
  hasEnded(): boolean;
  /** Allows this process to exit, which stops the program. */
  unref(): void;
  /** Stops the program and waits. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  launcher: Launcher;
  libraryPath: string;
  program: string;
  args: readonly string[];
  /** File descriptor for stdout and stderr; the caller closes it. */
  output: number;
  /**
   * `shutdown`: PostgreSQL's fast shutdown, after 5 s its immediate one. `kill`: kills the program and its children.
   */
  stopBy: "shutdown" | "kill";
  /** Folder that is deleted after the program has ended, even if this process was killed. */
  scratch?: string;
}

/**
 * Runs a program that never outlives this process. A supervising shell reads from a pipe whose only writer is this
 * process: however this process ends, the kernel closes the pipe and the shell stops the program. Both run in their own
 * process group, which the terminal's Ctrl-C does not reach.
 */
export async function supervise(options: SuperviseOptions): Promise<SupervisedChild> {
  const { launcher, libraryPath, program, args, output, stopBy, scratch = "" } = options;
  const stop =
    stopBy === "kill"
      ? "kill -KILL 0"
      : `kill -INT "$pid" 2>/dev/null; n=0; while [ $n -lt 5 ]; do sleep 1; n=$((n+1)); done; kill -QUIT "$pid" 2>/dev/null`;
  // KILL for the reader: a shell that has just forked loses TERM.
  const script = `${setLibraryPathScript}
    scratch="$1"; shift
    trap : INT TERM HUP
    "$@" 3<&- &
    pid=$!
    { trap - INT TERM HUP; read -r _; ${stop}; } <&3 &
    reader=$!
    while :; do wait "$pid"; status=$?; kill -0 "$pid" 2>/dev/null || break; done
    trap '' TERM
    [ -z "$scratch" ] || rm -rf -- "$scratch"
    kill -TERM 0; kill -KILL "$reader" 2>/dev/null
    exit "$status"`;
  const child = spawn(
    launcher.command,
    [...launcher.prefix, "-c", script, "sh", libraryPath, scratch, program, ...args],
    {
      ...launcher.options,
      cwd: "/",
      env: childEnvironment(),
      stdio: ["ignore", output, output, "pipe"],
      detached: true,
    },
  );
  await spawned(child);
  const pipe = child.stdio[3] as Socket;
  pipe.on("error", () => {}); // the supervisor closed first; its exit is handled below
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    child.on("exit", (status) => {
      hasEnded = true;
      resolve(status ?? 1);
    });
  });
  return {
    ended,
    hasEnded: () => hasEnded,
    unref() {
      child.unref();
      pipe.unref();
    },
    async stop() {
      child.ref();
      pipe.ref();
      pipe.end();
      await ended;
    },
  };
}

async function spawned(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) =>
      reject(
        new EngineError(
          "START_FAILED",
          `The embedded database could not be started (${error.message}). Set DATABASE_URL to a PostgreSQL of your own, or see the guide for operators.`,
          error,
        ),
      ),
    );
  });
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, createWriteStream, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A process of the cluster; it is stopped by its id. */
export interface ClusterProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Sends a signal. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end of the process. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/** PostgreSQL and PgBouncer refuse to run as root. */
export function asDatabaseUser(command: string, args: readonly string[]): [string, string[]] {
  if (!isRoot) return [command, [...args]];
  return ["setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--", command, ...args]];
}

/** Runs a command as the user of the databases. */
export function runAsDatabaseUser(folder: string, command: string, ...args: string[]): void {
  const [name, all] = asDatabaseUser(command, args);
  execFileSync(name, all, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}

/** Creates a folder that belongs to the user of the databases. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-cluster-"));
  chmodSync(folder, 0o755);
  giveToDatabaseUser(folder);
  return folder;
}

/** Creates a folder in another that belongs to the user of the databases. */
export function makeSubfolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  giveToDatabaseUser(path);
  return path;
}

/** Makes the user of the databases the owner of a file or folder. */
export function giveToDatabaseUser(path: string): void {
  if (!isRoot) return;
  const id = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}

/** Starts a process whose output goes to `log`. `npm run cluster` kills it if the tests do not stop it. */
export function startProcess(
  [command, args]: [string, string[]],
  { log, cwd, env = process.env }: { log: string; cwd: string; env?: NodeJS.ProcessEnv },
): ClusterProcess {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`"${command}" cannot be started.`);
  if (process.env.CLUSTER_PIDS) appendFileSync(process.env.CLUSTER_PIDS, `${pid}\n`);
  const file = createWriteStream(log, { flags: "a" });
  child.stdout.pipe(file);
  child.stderr.pipe(file);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    pid,
    child,
    signal: (signal) => void child.kill(signal),
    async end(signal = "SIGTERM") {
      child.kill(signal);
      // A stopped process receives other signals when it continues.
      child.kill("SIGCONT");
      await ended;
    },
  };
}

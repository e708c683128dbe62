import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The folder of the newest PostgreSQL of Debian, or of that on the path. */
export function findPostgres(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const installed = existsSync(versions) ? readdirSync(versions).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = installed.map((version) => path.join(versions, version, "bin"));
  const onPath = findExecutable("initdb");
  if (onPath !== undefined) folders.push(path.dirname(onPath));
  return folders.find((folder) => existsSync(path.join(folder, "initdb")));
}

/** The path of a program of the system. */
export function findExecutable(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

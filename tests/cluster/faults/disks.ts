import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { processTree } from "../../faults/processes.ts";
import { giveToDatabaseUser } from "../topology/processes.ts";

const mount = (...args: string[]) => execFileSync("mount", args, { stdio: ["ignore", "ignore", "pipe"] });

/**
 * Mounts a disk in memory at a folder. `npm run cluster` has a mount namespace of its own.
 *
 * @returns What ends it.
 */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  mount("-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder);
  giveToDatabaseUser(folder);
  return () => void execFileSync("umount", [folder]);
}

/** Shrinks a disk of {@link mountSmallDisk} to what is used. @returns What ends it. */
export function fillDisk(folder: string): () => void {
  const { blocks, bfree, bsize } = statfsSync(folder);
  const resize = (bytes: number) => mount("-o", `remount,size=${Math.ceil(bytes / 1024)}k`, folder);
  resize((blocks - bfree + 1) * bsize);
  return () => resize(blocks * bsize);
}

/**
 * Limits how often a process and its children write to the disk of a file, with a control group (cgroup v1).
 *
 * @returns What ends it.
 */
export function slowDisk(file: string, pid: number, writesPerSecond: number): () => void {
  const parent = "/sys/fs/cgroup/blkio";
  const group = `${parent}/porchlight-faults-${pid}`;
  mkdirSync(group);
  const { dev } = statSync(file);
  const device = `${(dev >> 8) & 0xfff}:${dev & 0xff}`;
  writeFileSync(`${group}/blkio.throttle.write_iops_device`, `${device} ${writesPerSecond}`);
  const move = (member: number | string, target: string) => {
    try {
      writeFileSync(`${target}/cgroup.procs`, String(member));
    } catch {
      // The process of a connection that has ended.
    }
  };
  for (const member of processTree(pid)) move(member.pid, group);
  return () => {
    writeFileSync(`${group}/blkio.throttle.write_iops_device`, `${device} 0`);
    for (const member of readFileSync(`${group}/cgroup.procs`, "utf8").split("\n").filter(Boolean))
      move(member, parent);
    rmdirSync(group);
  };
}

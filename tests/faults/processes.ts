import { execFileSync } from "node:child_process";
import { until } from "../product.ts";

export interface ListedProcess {
  pid: number;
  parent: number;
  command: string;
}

/** Lists all processes visible to this user. */
export function listProcesses(): ListedProcess[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, state = "", command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // Zombies have ended.
    return pid === undefined || state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** `pid` and all its descendants. */
export function processTree(pid: number): ListedProcess[] {
  const all = listProcesses();
  const tree = all.filter((listed) => listed.pid === pid);
  for (const member of tree) tree.push(...all.filter(({ parent }) => parent === member.pid));
  return tree;
}

/** Waits until these processes have ended. @throws {Error} if one stays. */
export async function allGone(tree: readonly ListedProcess[], limitMs = 10_000): Promise<void> {
  let left: ListedProcess[] = [];
  const isGone = async () => {
    left = listProcesses().filter(({ pid, command }) =>
      tree.some((member) => member.pid === pid && member.command === command),
    );
    return left.length === 0 ? true : undefined;
  };
  await until(isGone, "all processes to end", limitMs).catch(() => {
    throw new Error(`Still running after ${limitMs / 1000} s: ${JSON.stringify(left)}`);
  });
}

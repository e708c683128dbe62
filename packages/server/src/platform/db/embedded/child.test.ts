import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, it } from "vitest";
import { listLaunchers, supervise } from "./child.ts";

const mark = `porchlight-child-test-${process.pid}`;
const listMarked = () =>
  execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(mark));

it("leaves no processes behind if the program ends immediately", async () => {
  const [launcher] = listLaunchers({ uid: 0, gid: 0, switched: false });
  if (!launcher) throw new Error("no launcher");
  const output = fs.openSync("/dev/null", "w");
  try {
    for (let count = 0; count < 60; count += 1) {
      const stopBy = count % 2 === 0 ? "kill" : "shutdown";
      const child = await supervise({ launcher, libraryPath: "", program: "false", args: [mark], output, stopBy });
      expect(await child.ended).toBe(1);
    }
    await expect.poll(listMarked, { timeout: 10_000 }).toEqual([]);
  } finally {
    fs.closeSync(output);
  }
});

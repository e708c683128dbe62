import { main } from "../../packages/cli/src/main.ts";
import type { CommandCall, CommandReply } from "./commands.ts";

// The CLI for tests: one process for many commands, each with its environment.
process.on("message", async ({ id, args, env }: CommandCall) => {
  let [stdout, stderr] = ["", ""];
  const code = await main(args, {
    env: { ...process.env, ...env },
    json: args.includes("--json"),
    terminal: false,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  process.send?.({ id, code, stdout, stderr } satisfies CommandReply);
});
process.on("disconnect", () => process.exit());
